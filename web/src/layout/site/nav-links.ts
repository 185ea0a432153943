import { splitUrl } from "../../lib/url";

/** The pages of the navigation bar, in order. */
export const NAV_LINKS = [
  { href: "/", label: "Home" },
  { href: "/about", label: "About" },
  { href: "/seo", label: "SEO" },
  { href: "/services", label: "Services" },
  { href: "/blog", label: "Blog" },
  { href: "/contact", label: "Contact" },
] as const;

/** Returns the `aria-current` of a link: "page" for the page itself, "true" for a page below it. */
export function currentOf(href: string, url: string): "page" | "true" | undefined {
  const { path } = splitUrl(url);
  if (path === href) return "page";
  return href !== "/" && path.startsWith(`${href}/`) ? "true" : undefined;
}

/** Identifies the current link and its kind: equal for all pages whose bars look the same. */
export function currentLink(url: string): string {
  return NAV_LINKS.map(({ href }) => currentOf(href, url) ?? "").join();
}
