import type { PostPreviewProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { plainTitle } from "../lib/plain-title";
import { pageHead } from "../seo/page-head";

/** The token in the address is a secret, so the address must not be a canonical link. */
export function head({ article }: PostPreviewProps, site: Site): Head {
  return pageHead(site, {
    path: "/blog",
    title: `Preview: ${plainTitle(article.post.title)}`,
    description: article.post.meta_description,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
