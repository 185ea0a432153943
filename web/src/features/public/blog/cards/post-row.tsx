import type { Card } from "../../../../generated/api";
import { PublishedDate } from "../../../../ui/base/published-date";
import { PostBadges, PostTitleLink } from "./post-card";

/** A post as a row of the list: date, label, title, reading time. */
export function PostRow({ post, narrow = false }: { post: Card; narrow?: boolean }) {
  return (
    <article
      className={
        narrow
          ? "group relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 border-b border-paper-rule pt-6 pb-6.5"
          : "group relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 border-b border-paper-rule py-5 md:grid-cols-[7.5rem_15.5rem_minmax(0,1fr)_4rem]"
      }
    >
      <PublishedDate text={post.date_text} date={post.published_date} />
      <PostBadges post={post} />
      <h3 className={narrow ? "col-span-full text-d4" : "text-d4 max-md:col-span-full"}>
        <PostTitleLink post={post} />
      </h3>
      <span className={narrow ? "mono num" : "mono num md:text-right"}>{post.reading_time}</span>
    </article>
  );
}
