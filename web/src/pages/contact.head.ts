import type { ContactProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { organizationId, ref } from "../seo/json-ld";
import { pageHead } from "../seo/page-head";

export function head(_props: ContactProps, site: Site): Head {
  // The open tab does not make another page.
  return pageHead(site, {
    path: "/contact",
    title: fitTitle(
      `Contact ${site.name}: Write or Book a Video Call`,
      "Contact Us: Write or Book a Video Call",
    ),
    description:
      "Let's connect: write to a UK SEO consultancy or book a free 20-minute discovery call by video. A real person reads and answers every message you send.",
    crumbs: [{ name: "Contact", path: "/contact" }],
    pageTypes: ["ContactPage"],
    mainEntity: ref(organizationId(site)),
  });
}
