/**
 * Loads the code of a chunk together with its style sheets, so that it never renders unstyled. Replaces Vite's helper,
 * which also supports nonces and script preloads and is four times the size; every page contains it.
 *
 * If the code cannot be loaded, it is requested once more at another address: most browsers cache a failed import
 * until the page is left, so that retrying would always fail.
 * @param load imports the chunk from its address with the given query (see `queryOfChunks` in vite.config.ts)
 * @param styles root-relative addresses, without the leading slash
 * @throws if the code or a style sheet cannot be loaded
 */
export async function loadChunk<T>(
  load: (query: string) => Promise<T>,
  styles: string[] = [],
): Promise<T> {
  const code = load("").catch(() => load(`?${Date.now()}`));
  const [module] = await Promise.all([code, ...styles.map(loadStyles)]);
  return module;
}

/** The requested style sheets by address, without those of the document. */
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
      // Lets the next attempt request it again.
      link.remove();
      asked.delete(href);
      reject(new Error(`No style sheet ${href}`));
    };
  });
  asked.set(href, loaded);
  document.head.append(link);
  return loaded;
}
