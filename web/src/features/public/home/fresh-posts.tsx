import type { Card } from "../../../generated/api";
import { TextLink } from "../../../ui/base/button";
import { Cover } from "../../../ui/base/cover";
import { Found } from "../../../ui/base/found";
import { arrowRight } from "../../../ui/base/icons.generated";
import { PublishedDate } from "../../../ui/base/published-date";
import { listingUrl, NO_FILTER } from "../blog/cards/listing-url";
import { LeadTitle, ReadArticle } from "../blog/cards/post-card";
import { PostRow } from "../blog/cards/post-row";

/** The latest posts on the home page: the first one large, the others as rows. Renders nothing without posts. */
export function FreshPosts({ posts }: { posts: readonly Card[] }) {
  const [lead, ...others] = posts;
  if (!lead) return null;
  return (
    <section id="blog-section" className="section bg-sunk">
      <div className="wrap">
        <div className="mb-stack flex flex-wrap items-end justify-between gap-6">
          <h2 className="text-d2">
            Fresh from <Found>The Crawl Log</Found>
          </h2>
          <TextLink href={listingUrl({ ...NO_FILTER, latest: true })} trailing={arrowRight}>
            Latest Articles
          </TextLink>
        </div>
        <div className="grid-12 gap-y-10">
          <article className="group relative col-span-full lg:col-span-7">
            <Cover
              of={lead.cover}
              category={lead.category}
              image={lead.thumbnail_image}
              picture={lead.thumbnail_picture}
              size="lead"
            />
            <div className="mt-6 grid max-w-152 gap-3">
              <LeadTitle post={lead} />
              {lead.summary && <p className="text-soft">{lead.summary}</p>}
              <p className="mono flex gap-2">
                <PublishedDate text={lead.date_text} date={lead.published_date} />
                <span aria-hidden="true">/</span>
                <span className="num">{lead.reading_time}</span>
              </p>
              <ReadArticle post={lead} />
            </div>
          </article>
          <ul className="col-span-full border-t-[1.5px] border-text lg:col-span-5">
            {others.map((post) => (
              <li key={post.id}>
                <PostRow post={post} narrow />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
