import type { Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

/** The token in the address is a secret, so the address must not be a canonical link. */
export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/newsletter/unsubscribe",
    title: `Stop the newsletter | ${site.name}`,
    description:
      "One button takes your address off the newsletter list: no questions asked, no sign-in and no waiting. The articles on the blog stay open to everyone.",
    canonical: null,
    robots: "noindex, nofollow",
  });
}
