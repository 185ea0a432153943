import { type KeyboardEvent, useState } from "react";
import { ENGINE_ROOM, SEO_CARDS, type SeoCard } from "../../../../content/seo-cards";
import { cx } from "../../../../lib/cx";
import { wrapIndex } from "../../../../lib/wrap-index";
import { Button } from "../../../../ui/base/button";
import { FindBar } from "../../../../ui/base/find-bar";
import { bookmark, bookmarkCheck } from "../../../../ui/base/icons-seo.generated";
import { hasTerm } from "./saved-cards";
import type { SavedCards } from "./use-saved-cards";

const TOTAL = SEO_CARDS.length;

/** A deck that shows one card at a time and wraps around. */
export function CardDeck({ list }: { list: SavedCards }) {
  const [current, setCurrent] = useState(0);
  const [news, setNews] = useState("");
  const card = SEO_CARDS[current] ?? SEO_CARDS[0];
  if (!card) return null;
  const isSaved = hasTerm(list.saved, card.term);

  const go = (by: number) => {
    const next = wrapIndex(current, by, TOTAL);
    setCurrent(next);
    setNews(SEO_CARDS[next]?.term ?? "");
  };
  const save = () => {
    list.save(card);
    setNews(`${card.term} ${isSaved ? "is already in" : "was added to"} your fix list`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
    else if (event.key.toLowerCase() === "s") save();
    else return;
    event.preventDefault();
  };

  return (
    <fieldset
      tabIndex={-1}
      aria-label="SEO cards"
      className="grid-12 min-w-0 gap-y-8 pt-10 outline-none"
      onKeyDown={onKeyDown}
    >
      {/* All cards share one grid cell, so that the tallest determines the height and the content below never moves. */}
      <div className="deck">
        {SEO_CARDS.map((each, index) => (
          <DeckCard key={each.term} card={each} position={index + 1} isCurrent={each === card} />
        ))}
      </div>
      <div className="deck-controls noscript:hidden">
        <FindBar
          query="seo cards"
          count={`${current + 1} / ${TOTAL}`}
          previous={{ label: "Previous card", onClick: () => go(-1) }}
          next={{ label: "Next card", onClick: () => go(1) }}
          className="find-wide"
        />
        <div className="deck-ticks" aria-hidden="true">
          {SEO_CARDS.map(({ term }, index) => (
            <i
              key={term}
              className={cx(
                index === current && "deck-tick-now",
                hasTerm(list.saved, term) && "deck-tick-saved",
              )}
            />
          ))}
        </div>
        <Button
          size="lg"
          trailing={isSaved ? bookmarkCheck : bookmark}
          className="max-lg:w-full"
          // Not `disabled`, as the button would lose the focus and with it the deck's keyboard control.
          aria-disabled={isSaved}
          onClick={save}
        >
          {isSaved ? "Saved" : "Save"}
        </Button>
        <p className="text-small text-muted">
          {list.isKept ? ENGINE_ROOM.kept : ENGINE_ROOM.notKept}
        </p>
        <p className="sr-only" role="status">
          {news}
        </p>
        <dl className="mono grid grid-cols-[3.625rem_1fr] gap-y-3 max-lg:hidden">
          <dt className="text-text">← →</dt>
          <dd>previous, next</dd>
          <dt className="text-text">S</dt>
          <dd>save</dd>
        </dl>
      </div>
    </fieldset>
  );
}

interface DeckCardProps {
  card: SeoCard;
  position: number;
  isCurrent: boolean;
}

function DeckCard({ card, position, isCurrent }: DeckCardProps) {
  return (
    <article
      className={cx("index-card deck-card", !isCurrent && "deck-card-under")}
      data-ground="paper"
    >
      <div className="index-card-head">
        <span>{card.category}</span>
        <span className="num">Card {position}</span>
      </div>
      <div className="deck-card-body">
        <h3>{card.term}</h3>
        <p className="lead leading-9">{card.description}</p>
      </div>
      <div className="deck-card-why">
        <p className="field-label">{ENGINE_ROOM.why}</p>
        <p>{card.whyItMatters}</p>
      </div>
    </article>
  );
}
