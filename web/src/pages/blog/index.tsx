import { type ReactNode, useEffect, useState } from "react";
import { BlogHero } from "../../features/public/blog/blog-hero";
import { Highlight, plainly } from "../../features/public/blog/cards/highlight";
import {
  categoryOf,
  isFiltered,
  listingUrl,
  NO_FILTER,
} from "../../features/public/blog/cards/listing-url";
import { ListingFilters } from "../../features/public/blog/listing-filters";
import { matchesOf } from "../../features/public/blog/matches";
import { PostList } from "../../features/public/blog/post-list";
import { useView } from "../../features/public/blog/view-preference";
import { NewsletterStrip } from "../../features/public/newsletter/newsletter-strip";
import type { BlogIndexProps } from "../../generated/api";
import { useNavigation } from "../../lib/navigation-state";
import type { PageChrome } from "../../lib/page-module";
import { nearPart } from "../../lib/part";
import { useSite } from "../../lib/site-context";
import { splitUrl } from "../../lib/url";
import { isViewOf, useNavigationError } from "../../lib/use-navigation-error";
import { ButtonLink } from "../../ui/base/button";
import { Pagination } from "../../ui/base/pagination";
import { SectionBoundary } from "../../ui/base/section-boundary";
import { EmptyState } from "../../ui/data/empty-state";
import { Skeleton } from "../../ui/data/skeleton";
import { toast } from "../../ui/overlay/toast-store";

const ReaderQuestion = nearPart(
  () => import("../../features/public/faq/reader-question"),
  (module) => module.ReaderQuestion,
  "question",
);

/** Query parameters that filter or page the listing. */
const NARROWING = ["tag", "section", "trending", "latest", "featured", "search", "page"];

export const chrome: PageChrome = {
  hero: "green",
  footer: "short-on-phones",
  arrivalTarget: (query) => (NARROWING.some((name) => query.get(name)) ? "blog-posts" : null),
};

/** Placeholders that appear sooner would only flicker. */
const SKELETON_DELAY_MS = 150;

/** Whether the navigation to another view of the listing takes long enough for placeholders. */
function useListingPending(): boolean {
  const { pending } = useNavigation();
  const target = pending !== null && splitUrl(pending).path === "/blog" ? pending : null;
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(setLate, SKELETON_DELAY_MS, target);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [target]);
  return target !== null && late === target;
}

/**
 * Shows placeholders over its content while another view of the listing is loading slowly. The content stays mounted,
 * to keep its height, without which the browser would scroll, and what was typed into it.
 */
function UnlessPending({ children }: { children: ReactNode }) {
  const isPending = useListingPending();
  return (
    <div className={isPending ? "invisible relative" : undefined}>
      {isPending && (
        <div className="visible absolute inset-0">
          <div className="sticky top-(--nav-h) py-8">
            <Skeleton lines={10} label="Loading articles" />
          </div>
        </div>
      )}
      {children}
    </div>
  );
}

/** The Crawl Log: a filtered, paginated list of posts. */
export default function BlogIndex(props: BlogIndexProps) {
  const { filter, posts, page, pages, total, category } = props;
  const site = useSite();
  const view = useView();
  useNavigationError(isViewOf("/blog"), ({ reason }) =>
    toast("error", "Error loading posts", reason ?? "Check the connection and try again."),
  );
  return (
    <>
      <SectionBoundary name="Introduction">
        <BlogHero
          category={category?.name ?? categoryOf(filter, site.categories)}
          description={category?.description}
        />
      </SectionBoundary>
      <section
        id="blog-posts"
        aria-labelledby="blog-posts-title"
        className="section pt-12 max-md:pt-7"
      >
        <div className="wrap">
          <h2 id="blog-posts-title" className="sr-only">
            Articles
          </h2>
          <SectionBoundary name="The Crawl Log">
            <ListingFilters filter={filter} total={total} view={view} />
            <UnlessPending>
              {total === 0 ? (
                <div className="pt-12">
                  <EmptyState
                    query={filter.search ?? filter.tag ?? filter.section ?? "posts"}
                    title="No posts found."
                    level={3}
                    action={
                      isFiltered(filter) && (
                        <ButtonLink href={listingUrl(NO_FILTER)}>Show all posts</ButtonLink>
                      )
                    }
                  />
                  <NewsletterStrip level={3} className="mt-12" />
                </div>
              ) : (
                <Highlight value={filter.search ? matchesOf(filter.search) : plainly}>
                  <PostList posts={posts} view={view} lead={page === 1} />
                </Highlight>
              )}
              <Pagination
                page={page}
                pages={pages}
                href={(number) => listingUrl(filter, number)}
                of="posts"
                className="mt-14 flex justify-center"
              />
            </UnlessPending>
          </SectionBoundary>
        </div>
      </section>
      <SectionBoundary name="Questions">
        <ReaderQuestion />
      </SectionBoundary>
    </>
  );
}
