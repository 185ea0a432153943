import type { Card } from "../../../generated/api";
import { NewsletterStrip } from "../newsletter/newsletter-strip";
import { CARD_GRID, Cards, ROW } from "./cards/cards";
import { PostRow } from "./cards/post-row";
import { FeaturedPost } from "./featured-post";
import type { View } from "./view-preference";

interface PostListProps {
  posts: readonly Card[];
  view: View;
  /** Whether to show the first post larger, if it is featured. */
  lead: boolean;
}

/** The posts of one page of the listing. */
export function PostList({ posts, view, lead }: PostListProps) {
  const [first, ...others] = posts;
  if (!first) return null;
  const pinned = pinnedPosts(posts);
  if (view === "list") {
    return (
      <>
        <ul className="mt-2">
          {posts.map((post, index) => (
            <li
              key={post.id}
              className={index > 0 && index === pinned ? `mt-8 ${LINE}` : undefined}
            >
              <PostRow post={post} />
            </li>
          ))}
        </ul>
        <NewsletterStrip level={3} className="mt-12" />
      </>
    );
  }
  const leads = lead && first.featured;
  const cards = leads ? others : posts;
  const above = pinned > 0 ? cards.slice(0, leads ? pinned - 1 : pinned) : [];
  const below = cards.slice(above.length);
  return (
    <>
      {leads && <FeaturedPost post={first} />}
      {above.length > 0 && (
        <div className={leads ? CARD_GRID : `${CARD_GRID} pt-8`}>
          <Cards posts={above} eager={!leads} lone={above.length % 2 === 1} />
        </div>
      )}
      {pinned > 0 && <hr className={above.length > 0 ? `mt-12 ${LINE}` : LINE} />}
      <div className={leads && pinned === 0 ? CARD_GRID : `${CARD_GRID} pt-8`}>
        <Cards
          posts={below.slice(0, ROW)}
          eager={!leads && above.length === 0}
          lone={below.length <= ROW && below.length % 2 === 1}
        />
        {/* In the second row of the grid. Where a row has only two cards, the third comes after the strip. */}
        <NewsletterStrip level={3} className="col-span-full md:row-start-2" />
        <Cards posts={below.slice(ROW)} lone={below.length % 2 === 1} />
      </div>
    </>
  );
}

/**
 * Returns how many featured posts precede newer ones. A line separates them from the rest, as dates out of order would
 * look like a mistake. 0 if all posts are in order of date.
 */
function pinnedPosts(posts: readonly Card[]): number {
  const count = posts.findIndex((post) => !post.featured);
  const [last, next] = [posts[count - 1], posts[count]];
  return (next?.published_date ?? "") > (last?.published_date ?? "~") ? count : 0;
}

const LINE = "border-t-[1.5px] border-text";
