/**
 * Fetches the style sheets of a chunk beside its code, so that it is never drawn without them. Stands in for Vite's
 * own helper, which also knows nonces and script preloads and is four times the size; every page carries it.
 * @param load the import of the chunk
 * @param styles root-relative addresses, without the slash
 * @throws when the code or a style sheet cannot be fetched
 */
export async function loadChunk<T>(load: () => Promise<T>, styles: string[] = []): Promise<T> {
  const [module] = await Promise.all([load(), ...styles.map(loadStyles)]);
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
