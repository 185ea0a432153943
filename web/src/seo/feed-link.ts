import type { Site } from "../generated/api";
import type { HeadLink } from "../lib/page";
import { absoluteUrl } from "./absolute-url";

/** Returns the link by which feed readers find the blog's feed. */
export const feedLink = (site: Site): HeadLink => ({
  rel: "alternate",
  href: absoluteUrl(site, "/feed.xml"),
  type: "application/rss+xml",
  title: `The Crawl Log | ${site.name}`,
});
