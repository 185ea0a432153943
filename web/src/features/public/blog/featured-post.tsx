import { useContext } from "react";
import type { Card } from "../../../generated/api";
import { Cover } from "../../../ui/base/cover";
import { Byline } from "./cards/byline";
import { Highlight } from "./cards/highlight";
import { LeadTitle, PostBadges, ReadArticle } from "./cards/post-card";

/** The first post of the listing: a wide cover with the title, and the text beside it. */
export function FeaturedPost({ post }: { post: Card }) {
  const highlight = useContext(Highlight);
  return (
    <article className="group relative grid items-end gap-gutter pt-8 pb-12 lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
      <Cover
        of={post.cover}
        category={post.category}
        image={post.thumbnail_image}
        picture={post.thumbnail_picture}
        size="lead"
        eager
      />
      <div className="grid gap-4 pb-1">
        <PostBadges post={post} />
        <LeadTitle post={post} />
        {post.summary && <p className="lead">{highlight(post.summary)}</p>}
        <Byline post={post} />
        <ReadArticle post={post} />
      </div>
    </article>
  );
}
