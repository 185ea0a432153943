import type { Site } from "../generated/api";
import type { Head } from "../lib/page";
import { pageHead } from "../seo/page-head";

/** The address contains a secret, so it must be neither a canonical link nor indexed. */
export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/contact",
    title: `Your discovery call | ${site.name}`,
    description:
      "See when your discovery call is, in your time zone and in ours. Move it to another free time or cancel it here: no account and no phone queue.",
    canonical: null,
    robots: "noindex, nofollow",
  });
}
