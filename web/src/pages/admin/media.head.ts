import type { AdminMediaProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_props: AdminMediaProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin/media",
    title: `Media Gallery | ${site.name} Admin`,
    description: `All images of ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
