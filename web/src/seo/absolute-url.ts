import type { Site } from "../generated/api";

/** Returns the absolute URL of a root-relative path of the site; an absolute URL unchanged. */
export function absoluteUrl(site: Pick<Site, "public_url">, path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const base = site.public_url.replace(/\/+$/, "");
  return `${base}${path.startsWith("/") ? path : `/${path}`}`;
}
