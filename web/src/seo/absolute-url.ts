import type { Site } from "../generated/api";

/** A root-relative path as an absolute URL of the site; an absolute URL stays as it is. */
export function absoluteUrl(site: Pick<Site, "public_url">, path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const base = site.public_url.replace(/\/+$/, "");
  return `${base}${path.startsWith("/") ? path : `/${path}`}`;
}
