/**
 * Fetches the style sheets of a chunk beside its code, so that it is never drawn without them. Stands in for Vite's
 * own helper, which also knows nonces and script preloads and is four times the size; every page carries it.
 *
 * Code that does not come is asked for once more, at another address: most browsers keep the failure of an import until
 * the page is left, and the visitor could try again for ever.
 * @param load the import of the chunk, from its address with this query (see `queryOfChunks` in vite.config.ts)
 * @param styles root-relative addresses, without the slash
 * @throws when the code or a style sheet cannot be fetched
 */
export async function loadChunk<T>(
  load: (query: string) => Promise<T>,
  styles: string[] = [],
): Promise<T> {
  const code = load("").catch(() => load(`?${Date.now()}`));
  const [module] = await Promise.all([code, ...styles.map(loadStyles)]);
  return module;
}

/** Style sheets asked for; those of the document itself are not among them. */
const asked = new Map<string, Promise<unknown>>();

function loadStyles(path: string): Promise<unknown> | undefined {
  const href = `/${path}`;
  if (asked.has(href)) return asked.get(href);
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return undefined;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // So that the next try asks again.
      link.remove();
      asked.delete(href);
      reject(new Error(`No style sheet ${href}`));
    };
  });
  asked.set(href, loaded);
  document.head.append(link);
  return loaded;
}
