/** A host name with a dot in it, with an optional port, path, query or fragment. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;
/** Relative file names, which look like hosts. */
const FILE = /^[^/?#]+\.(?:html?|php|pdf|png|jpe?g|webp|gif|svg|txt|xml|json|js|css|csv)$/i;

/** Returns an address with `https://` if it is a bare host, such as `example.com/page`; any other text unchanged. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  return HOST.test(address) && !FILE.test(address) ? `https://${address}` : address;
}
