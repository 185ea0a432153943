import type { AdminAccountProps, Head, Site } from "../../lib/types";
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
