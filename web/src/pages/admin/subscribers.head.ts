import type { AdminSubscribersProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_: AdminSubscribersProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin/subscribers",
    title: `Subscribers | ${site.name} Admin`,
    description: `Who gets ${site.name}'s newsletter.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
