import type { AdminCategoriesProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_props: AdminCategoriesProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/categories",
    title: `Categories | ${site.name} Admin`,
    description: `What ${site.name} writes about.`,
  });
}
