import type { Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { pageHead } from "../../seo/page-head";

/** The token in the address is a secret, so the address must not be a canonical link. */
export function head(_props: unknown, site: Site): Head {
  return pageHead(site, {
    path: "/newsletter/confirm",
    title: `Confirm your subscription | ${site.name}`,
    description:
      "The last step before the newsletter arrives: confirm that this is your email address. We send nothing to anyone who has not confirmed a subscription.",
    canonical: null,
    robots: "noindex, nofollow",
  });
}
