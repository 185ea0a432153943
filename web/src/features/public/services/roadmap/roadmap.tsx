import { useRef, useState } from "react";
import { ROADMAP, ROADMAP_ITEMS } from "../../../../content/roadmap";
import { Button } from "../../../../ui/base/button";
import { pause, play } from "../../../../ui/base/icons-tools.generated";
import { Marked } from "../../../../ui/base/marked";
import { Orbit } from "./orbit";
import { RoadmapRow } from "./roadmap-item";
import { useSelection } from "./use-selection";

/**
 * The stages of a project: a list whose rows open cards, beside an orbit that turns until a stage is chosen. On narrow
 * screens or with reduced motion, cards open below their rows; without JavaScript all are open.
 */
export function Roadmap() {
  const section = useRef<HTMLElement>(null);
  const { selected, isChosen, toggle, follow, deselect } = useSelection(section);
  const [isPaused, setPaused] = useState(false);
  const isStill = isPaused || isChosen;
  return (
    <section ref={section} className="section" data-ground="green" aria-labelledby="roadmap-title">
      <div className="wrap roadmap">
        <div className="roadmap-head">
          <h2 id="roadmap-title" className="text-d2">
            <Marked title={ROADMAP.title} />
          </h2>
          <p className="lead mt-5">{ROADMAP.lead}</p>
        </div>
        <ol className="roadmap-list">
          {ROADMAP_ITEMS.map((item) => (
            <RoadmapRow
              key={item.id}
              item={item}
              isOpen={selected === item.id}
              onToggle={() => toggle(item.id)}
              onSelect={follow}
            />
          ))}
        </ol>
        <Orbit
          selected={ROADMAP_ITEMS.findIndex(({ id }) => isChosen && id === selected)}
          isStill={isStill}
        />
        <Button
          variant="quiet"
          size="sm"
          className="roadmap-pause"
          icon={isStill ? play : pause}
          onClick={() => {
            setPaused(!isStill);
            // A chosen stage stops the orbit, so deselect it.
            if (isChosen) deselect();
          }}
        >
          {isStill ? ROADMAP.resume : ROADMAP.pause}
        </Button>
      </div>
    </section>
  );
}
