import type { AdminRestrictedProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminRestrictedProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin",
    title: `403: Administrators Only | ${site.name}`,
    description: `This page on ${site.name} is for administrators.`,
  });
}
