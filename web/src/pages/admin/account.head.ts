import type { AdminAccountProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

export function head(_props: AdminAccountProps, site: Site): Head {
  return pageHead(site, {
    path: "/admin/account",
    title: `Account | ${site.name}`,
    description: `Sessions and password of an account at ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
