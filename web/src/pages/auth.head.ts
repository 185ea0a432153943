import type { AuthProps, Head, Site } from "../lib/types";
import { pageHead } from "../seo/page-head";

export function head(_props: AuthProps, site: Site): Head {
  return pageHead(site, {
    path: "/auth",
    title: `Login to Admin | ${site.name}`,
    description: `Sign-in for the people who write and publish at ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
