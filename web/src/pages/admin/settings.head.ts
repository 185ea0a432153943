import type { AdminSettingsProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminSettingsProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/settings",
    title: `Site details | ${site.name} Admin`,
    description: `Company details, social profiles and opening hours of ${site.name}.`,
  });
}
