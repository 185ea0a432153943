import type { HomeProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { feedLink } from "../seo/feed-link";
import { fitTitle } from "../seo/fit-title";
import { pageHead } from "../seo/page-head";

export function head(_props: HomeProps, site: Site): Head {
  return pageHead(site, {
    path: "/",
    title: fitTitle(
      `${site.name}: UK SEO Consultancy for an Age of Answers`,
      `${site.name}: UK SEO Consultancy`,
      `${site.name}: SEO`,
    ),
    description:
      "In a world of answers, get found first. A UK SEO consultancy for technical audits, content and search strategy that overviews and assistants can cite.",
    links: [
      feedLink(site),
      {
        rel: "preload",
        as: "image",
        href: "/images/robot-hero-mobile.webp",
        type: "image/webp",
        media: "(max-width: 47.99rem)",
        fetchpriority: "high",
      },
      {
        rel: "preload",
        as: "image",
        href: "/images/robot-hero.webp",
        type: "image/webp",
        media: "(min-width: 48rem)",
        imagesrcset: "/images/robot-hero-mobile.webp 640w, /images/robot-hero.webp 1120w",
        imagesizes: "(min-width: 64rem) min(36.5vw, 525px), 30vw",
        fetchpriority: "high",
      },
    ],
  });
}
