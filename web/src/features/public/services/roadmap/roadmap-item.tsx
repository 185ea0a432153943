import type { MouseEvent } from "react";
import { ROADMAP, ROADMAP_ITEMS, type RoadmapItem, STATUS_TEXT } from "../../../../content/roadmap";
import { isPlainClick } from "../../../../lib/navigator-events";
import { Badge } from "../../../../ui/base/badge";
import { Icon, type IconData } from "../../../../ui/base/icon";
import { search } from "../../../../ui/base/icons.generated";
import { listTree } from "../../../../ui/base/icons-services.generated";
import { gauge, target, zap } from "../../../../ui/base/icons-tools.generated";
import { IndexCard } from "../../../../ui/data/index-card";

const ICONS: Record<RoadmapItem["icon"], IconData> = { gauge, listTree, search, target, zap };
const BADGES = { completed: "ok", "in-progress": "hot", pending: "plain" } as const;

interface RoadmapRowProps {
  item: RoadmapItem;
  isOpen: boolean;
  onToggle: () => void;
  onSelect: (id: string) => void;
}

/** A stage: a row of the list, and the card that it opens. */
export function RoadmapRow({ item, isOpen, onToggle, onSelect }: RoadmapRowProps) {
  return (
    <li className="roadmap-item" id={`roadmap-${item.id}`}>
      <button
        type="button"
        className="roadmap-row"
        aria-expanded={isOpen}
        aria-controls={`roadmap-${item.id}-card`}
        onClick={onToggle}
      >
        <span className="roadmap-date num">{item.date}</span>
        <span className="roadmap-title">{item.title}</span>
        <span className="roadmap-status" data-status={item.status}>
          {STATUS_TEXT[item.status]}
        </span>
      </button>
      <div id={`roadmap-${item.id}-card`} className="roadmap-card" data-open={isOpen || undefined}>
        <RoadmapCard item={item} onSelect={onSelect} />
      </div>
    </li>
  );
}

function RoadmapCard({ item, onSelect }: { item: RoadmapItem; onSelect: (id: string) => void }) {
  const related = ROADMAP_ITEMS.filter(({ id }) => item.relatedIds.includes(id));
  const follow = (event: MouseEvent, id: string) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    onSelect(id);
  };
  return (
    <IndexCard
      header={item.date}
      aside={<Badge variant={BADGES[item.status]}>{STATUS_TEXT[item.status]}</Badge>}
    >
      <div className="grid gap-3 px-6 pt-5 pb-4">
        <p className="mono flex items-center gap-3">
          <Icon of={ICONS[item.icon]} size={32} className="stroke-[1.6] text-green" />
          {item.category}
        </p>
        <h3 className="text-d3">{item.title}</h3>
        <p>{item.content}</p>
        <div className="grid grid-cols-[auto_1fr_auto] items-center gap-3">
          <span className="mono">{ROADMAP.energy}</span>
          <svg
            className="roadmap-energy"
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className="fill-mark" width={item.energy} height="8" />
            <rect className="fill-ink" x={item.energy - 1} width="1" height="8" />
          </svg>
          <span className="mono num">{`${item.energy}%`}</span>
        </div>
        <p className="text-small">
          <strong className="font-semibold">{ROADMAP.related}</strong>
          <span className="flex flex-wrap gap-x-4">
            {related.map(({ id, title }) => (
              <a
                key={id}
                className="link"
                href={`#roadmap-${id}`}
                onClick={(event) => follow(event, id)}
              >
                {title}
              </a>
            ))}
          </span>
        </p>
      </div>
    </IndexCard>
  );
}
