import { ArticleBody } from "../../features/public/blog/article-body";
import { ArticleHeader } from "../../features/public/blog/article-header";
import { ARTICLE_ID } from "../../features/public/blog/article-in-document";
import { ArticleSidebar } from "../../features/public/blog/article-sidebar";
import { ReadingBar } from "../../features/public/blog/reading-bar";
import { useReadingPosition } from "../../features/public/blog/reading-position";
import type { BlogPostProps } from "../../generated/api";
import type { PageChrome } from "../../lib/page-module";
import { nearPart } from "../../lib/part";
import { withQuery } from "../../lib/url";
import { Cover } from "../../ui/base/cover";
import { Pagination } from "../../ui/base/pagination";
import { SectionBoundary } from "../../ui/base/section-boundary";

export const chrome: PageChrome = {
  hero: "paper",
  footer: "short-on-phones",
  arrivalTarget: (query) => (Number(query.get("page")) > 1 ? ARTICLE_ID : null),
};

const load = () => import("../../features/public/blog/article-end");
const ArticleEnd = nearPart(load, (module) => module.ArticleEnd, "article-end");
const AfterArticle = nearPart(load, (module) => module.AfterArticle, "after-article");

/** An article, or one of its pages. */
export default function BlogPost({ post, related, previous, next }: BlogPostProps) {
  const headings = post.headings;
  const current = useReadingPosition(
    headings.filter((heading) => heading.page === post.page).map((heading) => heading.id),
  );
  // On a page without headings, the last one of the pages before it.
  const position = Math.max(
    0,
    headings.findLastIndex(({ page, id }) => page < post.page || id === current),
  );
  return (
    <>
      <SectionBoundary name="Article">
        <div className="wrap article-page">
          <ArticleSidebar post={post} headings={headings} position={position} />
          <article className="min-w-0">
            <ArticleHeader post={post} />
            <Cover
              of={post.cover}
              category={post.category}
              image={post.featured_image}
              picture={post.featured_picture}
              sizes="(min-width: 64rem) min(83.1vw - 15.6rem, 61.5rem), (min-width: 48rem) calc(83.1vw - 12.6rem), 100vw"
              eager
              className="article-cover"
            />
            <ArticleBody html={post.content} opens={post.page === 1} />
            {post.pages > 1 && (
              <div className="article-pages">
                <p className="mono num">{`Page ${post.page} of ${post.pages}`}</p>
                <Pagination
                  page={post.page}
                  pages={post.pages}
                  href={(page) => withQuery(post.url, { page: page > 1 ? page : null })}
                  of="article"
                />
              </div>
            )}
            <SectionBoundary name="Article footer">
              <ArticleEnd post={post} previous={previous} next={next} />
            </SectionBoundary>
          </article>
        </div>
      </SectionBoundary>
      <SectionBoundary name="Newsletter and related articles">
        <AfterArticle related={related} />
      </SectionBoundary>
      <SectionBoundary name="Reading bar">
        {headings.length > 0 && (
          <ReadingBar
            articleUrl={post.url}
            headings={headings}
            page={post.page}
            position={position}
          />
        )}
      </SectionBoundary>
    </>
  );
}
