import { type ComponentType, lazy, useEffect } from "react";
import { useUrl } from "./site-context";
import { trustedHtml } from "./trusted-types";

/** A part of a page in a separate chunk. */
interface LazyPart<P> {
  /** Renders the part; stand it in a `Suspense`. */
  Part: ComponentType<P>;
  /** Whether its code is there: until then, and after a failure, what the server wrote does its work. */
  isLoaded: () => boolean;
}

/**
 * A part of a page in a separate chunk, which is fetched when the page's code runs. Stand it in a `Suspense`: its
 * fallback shows only where the page comes before the part, after an in-app visit. The server's engine has every
 * chunk before its first render.
 *
 * When the chunk cannot be fetched, the server's HTML stays, whose links and forms work without scripts; where the
 * server has written none, after an in-app visit, rendering fails and the section around says so.
 *
 * Where people use the part at once, name its file `*.part.tsx`, so that documents of the page preload it, and export
 * its import as the page's `ready`.
 * @param coming the import
 * @param id id of the element around the part
 */
export function lazyPart<M, P extends object>(
  coming: Promise<M>,
  pick: (module: M) => ComponentType<P>,
  id: string,
): LazyPart<P> {
  let loaded: { default: ComponentType<P> } | undefined;
  const component: Promise<{ default: ComponentType<P> }> = coming.then(
    (module) => {
      const Content = pick(module);
      loaded = {
        default: (props) => (
          <div id={id}>
            <Content {...props} />
          </div>
        ),
      };
      return loaded;
    },
    (error: unknown) => {
      const html = document.getElementById(id)?.innerHTML;
      if (html === undefined) throw error;
      return { default: () => <ServerPart id={id} html={html} /> };
    },
  );
  // Thrown where it is rendered; until then it is not needed.
  component.catch(() => {});
  return {
    Part: lazy(() => (loaded ? present(loaded) : component)),
    isLoaded: () => loaded !== undefined,
  };
}

/** Address of the document, to which what the server wrote belongs. */
let documentUrl: string | undefined;

/** What the server wrote, as it is. */
function ServerPart({ id, html }: { id: string; html: string }) {
  const url = useUrl();
  useEffect(() => {
    documentUrl ??= url;
    // Another view of the page, which only the server can write.
    if (url !== documentUrl) window.location.reload();
  }, [url]);
  return (
    <div id={id} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} suppressHydrationWarning />
  );
}

/** A promise that answers at once: what is there is rendered without a pause. */
function present<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: this is what React asks for
  return { then: (resolve: (value: T) => void) => resolve(value) } as Promise<T>;
}
