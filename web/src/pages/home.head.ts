import { DESK_SIZES, deskForms, PHONE, phoneForm } from "../features/public/home/hero-still";
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
        href: phoneForm("avif"),
        type: "image/avif",
        media: PHONE,
        fetchpriority: "high",
      },
      {
        rel: "preload",
        as: "image",
        href: "/images/robot-hero.avif",
        type: "image/avif",
        media: "(min-width: 48rem)",
        imagesrcset: deskForms("avif"),
        imagesizes: DESK_SIZES,
        fetchpriority: "high",
      },
    ],
  });
}
