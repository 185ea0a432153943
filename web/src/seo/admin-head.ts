import type { Site } from "../generated/api";
import type { Head } from "../lib/page";
import { type PageHeadInput, pageHead } from "./page-head";

/** Returns the head of an admin page, which search engines must neither index nor follow. */
export const adminHead = (
  site: Site,
  input: Pick<PageHeadInput, "path" | "title" | "description">,
): Head => pageHead(site, { ...input, canonical: null, robots: "noindex, nofollow" });

/** The head of an admin page that has a title and no `.head.ts`. */
export const titledHead = (site: Site, path: string, title: string): Head =>
  adminHead(site, {
    path,
    title: `${title} | ${site.name} Admin`,
    description: `The admin area of ${site.name}.`,
  });
