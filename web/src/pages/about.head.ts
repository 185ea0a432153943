import type { AboutProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { founderId, founderPerson, organizationId, ref } from "../seo/json-ld";
import { pageHead } from "../seo/page-head";

export function head(_props: AboutProps, site: Site): Head {
  return pageHead(site, {
    path: "/about",
    title: fitTitle(
      `About ${site.name}: Founder-Led SEO Since ${site.founding_year}`,
      `About Us: Founder-Led SEO Since ${site.founding_year}`,
    ),
    description:
      "Developing the brands of tomorrow: how a local UK consultancy grew into a structured SEO methodology for enterprise brands, still led by its founder.",
    type: "profile",
    crumbs: [{ name: "About", path: "/about" }],
    pageTypes: ["AboutPage", "ProfilePage"],
    // A brand that names no founder has a page about itself.
    mainEntity: ref(site.founder.name ? founderId(site) : organizationId(site)),
    jsonLd: site.founder.name ? [founderPerson(site)] : [],
  });
}
