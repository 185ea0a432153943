import type { AboutProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { founderId, founderPerson, organizationId, ref } from "../seo/json-ld";
import { pageHead } from "../seo/page-head";

const later = (one: string, other: string): string => (one > other ? one : other);

export function head({ posts }: AboutProps, site: Site): Head {
  // The page about the company dates from its founding, and changes with the articles that it shows.
  const created = `${site.founding_year}-01-01T00:00:00Z`;
  const modified = posts.map((post) => post.published_date ?? created).reduce(later, created);
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
    // If the site names no founder, the page is about the company.
    mainEntity: ref(site.founder.name ? founderId(site) : organizationId(site)),
    dates: { created, modified },
    links: [
      {
        rel: "preload",
        as: "image",
        href: "/images/about-hero-mobile.svg",
        type: "image/svg+xml",
        media: "(max-width: 47.99rem)",
      },
    ],
    jsonLd: site.founder.name ? [founderPerson(site)] : [],
  });
}
