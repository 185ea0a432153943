/** Splits a path with query at the first `?`; a fragment is dropped. Works where no URL class exists. */
export function splitUrl(url: string): { path: string; query: string } {
  const [withoutHash = ""] = url.split("#", 1);
  const at = withoutHash.indexOf("?");
  return at < 0
    ? { path: withoutHash, query: "" }
    : { path: withoutHash.slice(0, at), query: withoutHash.slice(at + 1) };
}

/**
 * Builds a path with a query. Empty, false and null values are left out; `true` is written "true"; the
 * order of the keys is kept, so that one set of filters always has one address.
 */
export function withQuery(
  path: string,
  params: Record<string, string | number | boolean | null | undefined>,
): string {
  const query = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join("&");
  return query ? `${path}?${query}` : path;
}
