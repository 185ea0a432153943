import type { Site } from "../generated/api";
import type { Head } from "../lib/page";
import { pageHead } from "../seo/page-head";

/** The address holds a secret: it belongs into no canonical link and no index. */
export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/contact",
    title: `Your discovery call | ${site.name}`,
    description:
      "When your discovery call is, on your clock and on ours, with a way to move it to another free time and a way to cancel it. No account and no phone queue.",
    canonical: null,
    robots: "noindex, nofollow",
  });
}
