import type { AdminMediaProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_props: AdminMediaProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/media",
    title: `Media Gallery | ${site.name} Admin`,
    description: `All images of ${site.name}.`,
  });
}
