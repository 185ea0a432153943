import type { AdminRedirectsProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminRedirectsProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/redirects",
    title: `Redirects | ${site.name} Admin`,
    description: `Where old addresses of ${site.name} lead.`,
  });
}
