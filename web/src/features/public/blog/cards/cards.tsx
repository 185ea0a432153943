import type { Card } from "../../../../generated/api";
import { cx } from "../../../../lib/cx";
import { PostCard } from "./post-card";

/** The classes of the grid that holds cards. */
export const CARD_GRID = "grid gap-x-gutter gap-y-12 md:grid-cols-2 lg:grid-cols-6";
/** Number of cards in the widest row. */
export const ROW = 3;

interface CardsProps {
  posts: readonly Card[];
  eager?: boolean;
  /** Whether the last card is alone in its row where rows have two cards. */
  lone: boolean;
}

/** Posts as cards, in rows without gaps. */
export function Cards({ posts, eager, lone }: CardsProps) {
  if (posts.length === 0) return null;
  const wide = wideCards(posts.length);
  return (
    <ul className="contents">
      {posts.map((post, index) => {
        const isOnly = posts.length === 1;
        const isWide = isOnly || index >= posts.length - wide;
        return (
          <li
            key={post.id}
            className={cx(
              isOnly ? "only-card" : isWide ? "lg:col-span-3" : "lg:col-span-2",
              lone && index === posts.length - 1 && "lone-card",
            )}
          >
            <PostCard post={post} eager={eager} sizes={isWide ? WIDE : undefined} />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns how many of the last cards are two to a row, so that no row has a gap. */
function wideCards(count: number): number {
  if (count % ROW === 2) return 2;
  return count % ROW === 1 && count > ROW ? 4 : 0;
}

/** How wide the image of a card in a row of two is shown, as `sizes`. */
const WIDE = "(min-width: 64rem) 41rem, (min-width: 48rem) 45vw, 90vw";
