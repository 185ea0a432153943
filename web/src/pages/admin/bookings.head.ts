import type { AdminBookingsProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_: AdminBookingsProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/bookings",
    title: `Bookings | ${site.name} Admin`,
    description: `Calls with ${site.name}.`,
  });
}
