import type { AdminAuthorsProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_props: AdminAuthorsProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/authors",
    title: `Authors | ${site.name} Admin`,
    description: `Who writes for ${site.name}.`,
  });
}
