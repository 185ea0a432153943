import type { Card } from "../../../../generated/api";
import { cx } from "../../../../lib/cx";
import { PostCard } from "./post-card";

/** The classes of the grid that holds cards. */
export const CARD_GRID = "grid gap-x-gutter gap-y-12 md:grid-cols-2 lg:grid-cols-6";
/** Cards in the widest row. */
export const ROW = 3;

interface CardsProps {
  posts: readonly Card[];
  eager?: boolean;
  /** Whether the last one has no neighbour where two stand in a row. */
  lone: boolean;
}

/** Posts as cards, in rows without a gap at their end. */
export function Cards({ posts, eager, lone }: CardsProps) {
  if (posts.length === 0) return null;
  const wide = wideCards(posts.length);
  return (
    <ul className="contents">
      {posts.map((post, index) => {
        const isWide = index >= posts.length - wide;
        return (
          <li
            key={post.id}
            className={cx(
              isWide ? "lg:col-span-3" : "lg:col-span-2",
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

/** How many of the last cards stand two in a row, so that no row is left with a gap. */
function wideCards(count: number): number {
  if (count % ROW === 2) return 2;
  return count % ROW === 1 && count > ROW ? 4 : 0;
}

/** How wide the picture of one of two cards in a row is shown. */
const WIDE = "(min-width: 64rem) 41rem, (min-width: 48rem) 45vw, 90vw";
