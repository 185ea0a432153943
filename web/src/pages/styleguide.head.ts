import type { Site } from "../generated/api";
import type { Head } from "../lib/page";
import { pageHead } from "../seo/page-head";

export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/styleguide",
    canonical: null,
    robots: "noindex, nofollow",
    title: "Style guide: every part of the design kit",
    description:
      "Every primitive of the design kit in one place, on each of its grounds, with its states, for those who build pages with it and test them.",
  });
}
