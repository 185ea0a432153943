import type { Card } from "../../lib/types";
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
      <ul className="mt-2">
        {posts.map((post) => (
          <li key={post.id}>
            <PostRow post={post} />
          </li>
        ))}
      </ul>
    );
  }
  const leads = lead && first.featured;
  const cards = leads ? others : posts;
  return (
    <>
      {leads && <FeaturedPost post={first} />}
      <ul className={leads ? GRID : `${GRID} pt-8`}>
        {cards.map((post, index) => (
          <li key={post.id}>
            <PostCard post={post} eager={!leads && index < 3} />
          </li>
        ))}
      </ul>
    </>
  );
}

const GRID = "grid gap-x-gutter gap-y-12 md:grid-cols-2 lg:grid-cols-3";
