import type { AdminAuditProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminAuditProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/audit",
    title: `Audit log | ${site.name} Admin`,
    description: `Who did what in ${site.name}'s admin area.`,
  });
}
