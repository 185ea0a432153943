/** Splits a path with query at the first `?` and drops the fragment. Works in engines without `URL`. */
export function splitUrl(url: string): { path: string; query: string } {
  const [withoutHash = ""] = url.split("#", 1);
  const at = withoutHash.indexOf("?");
  return at < 0
    ? { path: withoutHash, query: "" }
    : { path: withoutHash.slice(0, at), query: withoutHash.slice(at + 1) };
}

/**
 * Returns a path with a query. Empty, false and null values are omitted, and `true` becomes "true". The order of the
 * keys is kept, so that the same filters always have the same address.
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
