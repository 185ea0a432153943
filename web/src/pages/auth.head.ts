import { AUTH_TITLES } from "../content/accounts";
import type { AuthProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { pageHead } from "../seo/page-head";

export function head({ mode }: AuthProps, site: Site): Head {
  return pageHead(site, {
    path: "/auth",
    title: `${AUTH_TITLES[mode]} | ${site.name}`,
    description: `Sign-in for the people who write and publish at ${site.name}.`,
    canonical: null,
    robots: "noindex, nofollow",
  });
}
