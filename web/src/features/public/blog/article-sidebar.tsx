import type { Heading, PostView } from "../../../generated/api";
import { Icon } from "../../../ui/base/icon";
import { arrowLeft } from "../../../ui/base/icons.generated";
import { HeadingList } from "./heading-list";

interface ArticleSidebarProps {
  post: PostView;
  headings: readonly Heading[];
  /** Index in `headings` of the heading being read. */
  position: number;
}

/** The sidebar of an article: a link to the blog, the summary and the headings. */
export function ArticleSidebar({ post, headings, position }: ArticleSidebarProps) {
  return (
    <aside aria-label="About this article" className="article-aside">
      <a className="link justify-self-start" href="/blog">
        <Icon of={arrowLeft} size={18} />
        The Crawl Log
      </a>
      {post.summary && (
        <p className="text-ui leading-normal wrap-anywhere text-soft">{post.summary}</p>
      )}
      {headings.length > 0 && (
        <nav aria-label="On this page" className="border-t-[1.5px] border-text pt-3.5">
          <p className="mono flex justify-between">
            On this page
            <span className="num">{`${position + 1}/${headings.length}`}</span>
          </p>
          <HeadingList
            articleUrl={post.url}
            headings={headings}
            page={post.page}
            current={headings[position]?.id ?? null}
          />
        </nav>
      )}
    </aside>
  );
}
