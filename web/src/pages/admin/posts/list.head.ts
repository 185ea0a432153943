import type { AdminPostsListProps, Site } from "../../../generated/api";
import type { Head } from "../../../lib/page";
import { pageHead } from "../../../seo/page-head";

export function head(props: AdminPostsListProps, site: Site): Head {
  return pageHead(site, {
    path: props.path,
    title: `Blog Posts | ${site.name} Admin`,
    description: `All posts of ${site.name}, published and not.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
