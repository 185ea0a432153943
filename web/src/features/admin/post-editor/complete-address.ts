/** A host name with a dot in it, and what may follow it. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;
/** Names of files in the same folder look like hosts. */
const FILE = /^[^/?#]+\.(?:html?|php|pdf|png|jpe?g|webp|gif|svg|txt|xml|json|js|css|csv)$/i;

/** Returns an address as a link needs it: `example.com/page` gets `https://`. Anything else stays as it is. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  return HOST.test(address) && !FILE.test(address) ? `https://${address}` : address;
}
