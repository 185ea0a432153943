import type { AdminEnquiriesProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminEnquiriesProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/enquiries",
    title: `Enquiries | ${site.name} Admin`,
    description: `What visitors sent to ${site.name}.`,
  });
}
