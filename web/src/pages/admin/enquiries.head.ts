import type { AdminEnquiriesProps, Head, Site } from "../../lib/types";
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
