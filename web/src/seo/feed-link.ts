import type { Site } from "../generated/api";
import type { HeadLink } from "../lib/page";
import { absoluteUrl } from "./absolute-url";

/** Tells feed readers where the blog's feed is. */
export const feedLink = (site: Site): HeadLink => ({
  rel: "alternate",
  href: absoluteUrl(site, "/feed.xml"),
  type: "application/rss+xml",
  title: `The Crawl Log | ${site.name}`,
});
