import type { AdminForbiddenProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_props: AdminForbiddenProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin",
    title: `403: No Admin Rights | ${site.name}`,
    description: `This page on ${site.name} is for accounts with admin rights.`,
  });
}
