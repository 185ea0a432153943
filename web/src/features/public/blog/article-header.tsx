import type { PostView } from "../../../generated/api";
import { useSite } from "../../../lib/site-context";
import { Avatar } from "../../../ui/base/avatar";
import { Found } from "../../../ui/base/found";
import { PublishedDate } from "../../../ui/base/published-date";
import { ResultLine } from "../../../ui/base/result-line";
import { AuthorName } from "./author-name";

/** The head of an article: result line, title, author and dates. */
export function ArticleHeader({ post }: { post: PostView }) {
  const site = useSite();
  const { before, marked, after } = post.cover;
  const author = post.author_profile;
  return (
    <header className="mb-9 grid gap-6 max-md:mb-6 max-md:gap-4.5">
      <ResultLine
        items={[
          { label: site.shown_host, href: "/" },
          { label: "blog", href: "/blog" },
          { label: post.slug },
        ]}
      />
      <h1 className="max-w-[15em] text-[min(var(--text-d1),5.5rem)] leading-none font-bold tracking-[-0.015em]">
        {before}
        <Found sweep="load">{marked}</Found>
        {after}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <AuthorName author={author} className="inline-flex items-center gap-3 font-semibold">
          <Avatar
            name={author.name}
            src={author.avatar}
            focalPoint={author.focal_point}
            size="md"
          />
        </AuthorName>
        {author.job_title && <span className="text-muted">{author.job_title}</span>}
        <PublishedDate text={post.date_text} date={post.published_date} />
        <span className="mono num">{post.reading_time_long}</span>
      </p>
    </header>
  );
}
