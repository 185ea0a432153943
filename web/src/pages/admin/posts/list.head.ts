import type { AdminPostsListProps, Site } from "../../../generated/api";
import type { Head } from "../../../lib/page";
import { adminHead } from "../../../seo/admin-head";

export function head(props: AdminPostsListProps, site: Site): Head {
  return adminHead(site, {
    path: props.path,
    title: `Blog Posts | ${site.name} Admin`,
    description: `All posts on ${site.name}, published or not.`,
  });
}
