import type { ErrorProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { pageHead } from "../seo/page-head";

export function head({ status }: ErrorProps, site: Site, url: string): Head {
  return pageHead(site, {
    path: url,
    title: fitTitle(
      `${status}: This page could not be shown | ${site.name}`,
      `${status}: This page could not be shown`,
    ),
    description:
      status < 500
        ? "We couldn't accept what was sent, so nothing has been changed. The page says why; write to us if the same thing keeps happening."
        : "Something went wrong on our side and has been logged. Please try again in a minute, or write to us if the same page keeps failing. Nothing was lost.",
    canonical: null,
    robots: "noindex",
  });
}
