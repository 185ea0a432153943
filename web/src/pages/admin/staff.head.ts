import type { AdminStaffProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminStaffProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/staff",
    title: `Staff | ${site.name} Admin`,
    description: `Who runs ${site.name} and writes for it.`,
  });
}
