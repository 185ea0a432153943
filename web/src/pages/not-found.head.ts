import type { NotFoundProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { pageHead } from "../seo/page-head";

export function head(_props: NotFoundProps, site: Site, url: string): Head {
  return pageHead(site, {
    path: url,
    title: fitTitle(
      `404: Oops! Page not found | ${site.name}`,
      "404: Oops! This page was not found",
    ),
    description:
      "Nothing on this site matches that address. It may have moved or never existed: return to the home page, or look through the articles of The Crawl Log.",
    canonical: null,
    robots: "noindex",
  });
}
