import type { AdminForbiddenProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_props: AdminForbiddenProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin",
    title: `403: No Admin Rights | ${site.name}`,
    description: `This page of ${site.name} is for accounts with admin rights.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
