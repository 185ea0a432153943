import type { Card } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { Avatar } from "../../../ui/base/avatar";

/** Day of publication; "Published" when a post has none. */
export function PostDate({ post }: { post: Pick<Card, "published_date" | "date_text"> }) {
  if (!post.date_text || !post.published_date) return <span className="mono">Published</span>;
  return (
    <time className="mono num" dateTime={htmlTime(post.published_date)}>
      {post.date_text}
    </time>
  );
}

/** Who wrote a post, when, and how long it takes to read. */
export function Byline({ post }: { post: Card }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 text-small">
      <span className="inline-flex items-center gap-2.5 font-semibold">
        <Avatar name={post.author} src={post.author_avatar} />
        {post.author}
      </span>
      <PostDate post={post} />
      <span className="mono num">{post.reading_time}</span>
    </p>
  );
}
