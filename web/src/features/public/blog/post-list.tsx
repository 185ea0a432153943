import type { Card } from "../../../generated/api";
import { NewsletterStrip } from "../newsletter/newsletter-strip";
import { FeaturedPost } from "./featured-post";
import { PostCard } from "./post-card";
import { PostRow } from "./post-row";
import type { View } from "./view-preference";

interface PostListProps {
  posts: readonly Card[];
  view: View;
  /** The first post leads, when it is a featured one. */
  lead: boolean;
}

/** The posts of one page of the listing. */
export function PostList({ posts, view, lead }: PostListProps) {
  const [first, ...others] = posts;
  if (!first) return null;
  if (view === "list") {
    return (
      <>
        <ul className="mt-2">
          {posts.map((post) => (
            <li key={post.id}>
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
  return (
    <>
      {leads && <FeaturedPost post={first} />}
      <div className={leads ? GRID : `${GRID} pt-8`}>
        <Cards posts={cards.slice(0, ROW)} eager={!leads} />
        {/* Where a row holds fewer, the first one still comes before it: then cards move past it. */}
        <NewsletterStrip level={3} className="col-span-full md:row-start-2" />
        <Cards posts={cards.slice(ROW)} />
      </div>
    </>
  );
}

function Cards({ posts, eager }: { posts: readonly Card[]; eager?: boolean }) {
  if (posts.length === 0) return null;
  const wide = wideCards(posts.length);
  return (
    <ul className="contents">
      {posts.map((post, index) => {
        const isWide = index >= posts.length - wide;
        return (
          <li key={post.id} className={isWide ? "lg:col-span-3" : "lg:col-span-2"}>
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
/** Cards in the widest row. */
const ROW = 3;
const GRID = "grid gap-x-gutter gap-y-12 md:grid-cols-2 lg:grid-cols-6";
