import { CATEGORY_PAGES, LISTING, type ListingWords } from "../../content/blog";
import { categoryOf, isFiltered, listingUrl } from "../../features/public/blog/cards/listing-url";
import { pagedDescription, pagedTitle } from "../../features/public/blog/paged-words";
import type { BlogIndexProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { absoluteUrl } from "../../seo/absolute-url";
import { feedLink } from "../../seo/feed-link";
import { pageHead } from "../../seo/page-head";

export function head(props: BlogIndexProps, site: Site): Head {
  const { page, pages, total } = props;
  const described = props.category;
  const category = described?.name ?? categoryOf(props.filter, site.categories);
  const own = category === null ? LISTING : CATEGORY_PAGES[category];
  const words: ListingWords = {
    title: own?.title ?? `${category}: Articles and Field Notes`,
    description: described?.description ?? own?.description ?? LISTING.description,
  };
  const filter = category === null ? props.filter : { ...props.filter, tag: category };
  const path = listingUrl(filter, page);
  // A category is indexed as a page; other filters only select from the same posts.
  const isIndexable = total > 0 && (category !== null || !isFiltered(filter));
  const paged = page > 1;
  return pageHead(site, {
    path,
    title: pagedTitle(words.title, page),
    description: pagedDescription(words.description, page, pages),
    robots: isIndexable ? null : "noindex, follow",
    pageTypes: ["CollectionPage"],
    crumbs: [
      { name: "Blog", path: "/blog" },
      ...(category ? [{ name: category, path: listingUrl(filter) }] : []),
    ],
    links: [
      feedLink(site),
      ...(paged ? [{ rel: "prev", href: absoluteUrl(site, listingUrl(filter, page - 1)) }] : []),
      ...(page < pages
        ? [{ rel: "next", href: absoluteUrl(site, listingUrl(filter, page + 1)) }]
        : []),
    ],
  });
}
