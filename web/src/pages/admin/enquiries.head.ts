import type { AdminEnquiriesProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_: AdminEnquiriesProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin/enquiries",
    title: `Enquiries | ${site.name} Admin`,
    description: `What visitors sent to ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
