import { useEffect, useRef } from "react";
import { ENGINE_ROOM } from "../../../../content/seo-cards";
import { Button, IconButton } from "../../../../ui/base/button";
import { x } from "../../../../ui/base/icons.generated";
import { EmptyState } from "../../../../ui/data/empty-state";
import { savedOn } from "./fix-list";
import type { SavedCards } from "./use-saved-cards";

interface SavedListProps {
  list: SavedCards;
  /** Called to go back to the cards. */
  onExplore: () => void;
}

/** The list of saved cards, oldest first. */
export function SavedList({ list, onExplore }: SavedListProps) {
  const { saved } = list;
  const root = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);

  // The pressed button is removed with its card: the focus moves to the card in its place.
  useEffect(() => {
    const at = removed.current;
    removed.current = null;
    if (at === null) return;
    const buttons = root.current?.querySelectorAll("button");
    buttons?.[Math.min(at, Math.max(saved.length - 1, 0))]?.focus();
  }, [saved]);

  return (
    <div ref={root}>
      <p className="lead hidden max-w-120 pt-8 noscript:block">{ENGINE_ROOM.withoutScripts}</p>
      {saved.length === 0 ? (
        <div className="pt-8 noscript:hidden">
          <EmptyState
            query="fix list"
            level={3}
            title={ENGINE_ROOM.empty}
            action={
              <Button variant="secondary" className="noscript:hidden" onClick={onExplore}>
                {ENGINE_ROOM.explore}
              </Button>
            }
          />
        </div>
      ) : (
        <ol aria-label={ENGINE_ROOM.fixList}>
          {saved.map((card, index) => {
            const day = savedOn(card.savedAt);
            return (
              <li
                key={card.term}
                className="grid grid-cols-[2.25rem_1fr_2.75rem] items-center gap-4 border-b border-line py-5.5 md:grid-cols-[4rem_1fr_auto_2.75rem]"
              >
                <span
                  aria-hidden="true"
                  className="num font-figures text-[3rem] leading-[0.8] font-extrabold"
                >
                  {index + 1}
                </span>
                <div className="min-w-0 wrap-anywhere">
                  <h3 className="text-d4">{card.term}</h3>
                  <p className="mono">{card.category}</p>
                </div>
                <span className="mono num max-md:hidden">{day && `Saved ${day}`}</span>
                <IconButton
                  icon={x}
                  label={`Remove ${card.term}`}
                  onClick={() => {
                    removed.current = index;
                    list.remove(card.term);
                  }}
                />
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
