import { SEO_FAQ } from "../content/faq";
import { SEO_HERO } from "../content/seo";
import type { SeoProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { faqPage, service } from "../seo/json-ld";
import { pageHead } from "../seo/page-head";

export function head(_props: SeoProps, site: Site): Head {
  const path = "/seo";
  const description =
    "SEO that performs starts underneath: crawling, rendering, speed and structure first, then content that answers. Six steps, three plans, plain English.";
  return pageHead(site, {
    path,
    title: fitTitle(
      `SEO That Performs: Technical First | ${site.name}`,
      "SEO That Performs: Technical First",
    ),
    description,
    crumbs: [{ name: "SEO", path }],
    jsonLd: [
      service(site, { name: "SEO", description: SEO_HERO.lead, path }),
      faqPage(site, path, [...SEO_FAQ]),
    ],
  });
}
