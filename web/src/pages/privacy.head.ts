import type { Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { pageHead } from "../seo/page-head";

export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/privacy",
    title: fitTitle(
      `Privacy: What ${site.name} Keeps and Why`,
      "Privacy: What We Keep, Why and for How Long",
    ),
    description:
      "What this site keeps when you write, book a call or subscribe, why, and for how long. No advertising, no analytics and no tracking cookies.",
    crumbs: [{ name: "Privacy", path: "/privacy" }],
  });
}
