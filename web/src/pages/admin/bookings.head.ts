import type { AdminBookingsProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_: AdminBookingsProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin/bookings",
    title: `Bookings | ${site.name} Admin`,
    description: `Calls with ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
