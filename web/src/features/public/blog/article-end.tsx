import type { BlogPostProps } from "../../../generated/api";
import { plainTitle } from "../../../lib/plain-title";
import { useSite } from "../../../lib/site-context";
import { absoluteUrl } from "../../../seo/absolute-url";
import { Found } from "../../../ui/base/found";
import { NewsletterStrip } from "../newsletter/newsletter-strip";
import { ArticleTags, AuthorBox, Neighbours } from "./article-footer";
import { PostCard } from "./cards/post-card";
import { Share } from "./share";

/** The end of an article: tags, share buttons, author, and links to the previous and next article. */
export function ArticleEnd({ post, previous, next }: Omit<BlogPostProps, "related">) {
  const site = useSite();
  return (
    <div id="article-end">
      <div className="mt-12 grid max-w-170 gap-6" data-print="off">
        <ArticleTags tags={post.tags} />
        <Share title={plainTitle(post.title)} url={absoluteUrl(site, post.url)} />
      </div>
      <AuthorBox author={post.author_profile} />
      <Neighbours previous={previous} next={next} />
    </div>
  );
}

/** Sections after an article: the newsletter and related articles. */
export function AfterArticle({ related }: Pick<BlogPostProps, "related">) {
  return (
    <div id="after-article" data-print="off">
      <div className="wrap pb-24 max-md:pb-14">
        <NewsletterStrip level={2} />
      </div>
      {related.length > 0 && (
        <section className="section bg-sunk" aria-labelledby="related-title">
          <div className="wrap">
            <h2 id="related-title" className="mb-10 text-d2">
              More <Found>matches</Found>
            </h2>
            <ul className="card-grid">
              {related.map((card) => (
                <li key={card.id}>
                  <PostCard post={card} brief />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}
