import type { Card } from "../../../../generated/api";
import { Avatar } from "../../../../ui/base/avatar";
import { PublishedDate } from "../../../../ui/base/published-date";

/** Author, date and reading time of a post. */
export function Byline({ post }: { post: Card }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 text-small">
      <span className="inline-flex items-center gap-2.5 font-semibold">
        <Avatar name={post.author} src={post.author_avatar} focalPoint={post.author_focal_point} />
        {post.author}
      </span>
      <PublishedDate text={post.date_text} date={post.published_date} />
      <span className="mono num">{post.reading_time}</span>
    </p>
  );
}
