import type { Head } from "../page";

/** Selectors of all tags that belong to a page rather than the site. The server's shell writes the same set. */
const MANAGED = [
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="author"]',
  'meta[name="keywords"]',
  'meta[name^="twitter:"]',
  'meta[property^="og:"]',
  'meta[property^="article:"]',
  'meta[property^="profile:"]',
  'link[rel="canonical"]',
  'link[rel="prev"]',
  'link[rel="next"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join(",");

/** For the text of script elements with data. The text must be JSON, which does nothing if it is executed. */
const policy = globalThis.trustedTypes?.createPolicy("foundfirst-data", {
  createScript: (text) => {
    JSON.parse(text);
    return text;
  },
});

/** Returns the text of a script element with data as trusted; throws if it is not JSON. */
export const trustedJson = (text: string): string => policy?.createScript(text) ?? text;

/** Updates the document's head to that of the page, as a full load would. */
export function applyHead(head: Head, target: Document = document): void {
  target.title = head.title;
  for (const stale of target.head.querySelectorAll(MANAGED)) stale.remove();

  const add = (tag: string, attributes: Record<string, string | null | undefined>) => {
    const element = target.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) element.setAttribute(name, value);
    }
    target.head.append(element);
    return element;
  };
  const named = (name: string, content: string | null) => {
    if (content) add("meta", { name, content });
  };
  named("description", head.description);
  named("robots", head.robots);
  for (const [key, content] of Object.entries(head.og)) {
    if (content) add("meta", { property: `og:${key}`, content });
  }
  for (const meta of head.meta) add("meta", { ...meta });
  if (head.canonical) add("link", { rel: "canonical", href: head.canonical });
  for (const link of head.links) {
    // Only useful before the page is shown.
    if (link.rel !== "preload" && link.rel !== "expect") add("link", { ...link });
  }
  if (head.json_ld.length > 0) {
    const graph = { "@context": "https://schema.org", "@graph": head.json_ld };
    add("script", { type: "application/ld+json" }).textContent = trustedJson(JSON.stringify(graph));
  }
}
