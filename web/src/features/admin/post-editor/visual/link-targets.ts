import type { AdminRow } from "../../../../generated/api";
import { plainTitle } from "../../../../lib/plain-title";
import { completeAddress } from "../complete-address";

/** A page or post of this site that a link can lead to. */
export interface LinkTarget {
  href: string;
  title: string;
  /** "Page", "Post", or the state of a post that is not public yet. */
  kind: string;
}

/** The most targets that are offered at once. */
const MOST = 8;

/** The public pages other than posts, as in the sitemap. */
export const PAGES: readonly LinkTarget[] = [
  ["/", "Home"],
  ["/about", "About"],
  ["/services", "Services"],
  ["/seo", "SEO"],
  ["/contact", "Contact"],
  ["/privacy", "Privacy"],
  ["/blog", "Blog"],
].map(([href = "", title = ""]) => ({ href, title, kind: "Page" }));

const KINDS: Record<AdminRow["state"], string> = {
  live: "Post",
  scheduled: "Scheduled",
  draft: "Draft",
  trash: "Deleted",
};

const EMAIL = /^[^\s@/?#:]+@[^\s@/?#:]+\.\p{L}{2,}$/u;
/** Returns the address for a link: `mailto:` before an email address, `https://` before a bare host. */
export function linkAddress(typed: string): string {
  const text = typed.trim();
  return EMAIL.test(text) ? `mailto:${text}` : completeAddress(text);
}

/**
 * Whether the typed text is an address and not a search: it has a scheme, starts like a path, or is a host or an email
 * address.
 */
export function isAddress(typed: string): boolean {
  const text = typed.trim();
  return /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(text) || linkAddress(text) !== text;
}

/** Returns the words for a search of posts; empty if the typed text cannot lead to any. */
export function searchWords(typed: string): string {
  const text = typed.trim();
  const path = /^\/blog\/([^?#]+)/.exec(text)?.[1];
  if (path) return path.replace(/-+/g, " ").trim();
  return isAddress(text) || text.length < 2 ? "" : text;
}

/**
 * Returns the pages whose title contains the typed text or whose path starts with it, then the posts, those with a
 * matching title first.
 */
export function targetsFor(typed: string, posts: readonly AdminRow[]): LinkTarget[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [];
  const pages = PAGES.filter(({ href, title }) =>
    text.startsWith("/") ? href.startsWith(text) : title.toLowerCase().includes(text),
  );
  const words = searchWords(typed).toLowerCase();
  const inTitle = (row: AdminRow) => plainTitle(row.title).toLowerCase().includes(words);
  const found = words === "" ? [] : [...posts].filter(({ state }) => state !== "trash");
  const ranked = [...found.filter(inTitle), ...found.filter((row) => !inTitle(row))];
  return [
    ...pages,
    ...ranked.map(({ slug, title, state }) => ({
      href: `/blog/${slug}`,
      title: plainTitle(title),
      kind: KINDS[state],
    })),
  ].slice(0, MOST);
}
