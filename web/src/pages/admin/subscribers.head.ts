import type { AdminSubscribersProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminSubscribersProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/subscribers",
    title: `Subscribers | ${site.name} Admin`,
    description: `Who gets ${site.name}'s newsletter.`,
  });
}
