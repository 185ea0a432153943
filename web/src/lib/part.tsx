import { type ComponentType, type ElementType, lazy, memo, Suspense, useEffect } from "react";
import { PART_WAITS, type WaitingPart } from "./hydrated";
import { useNavigation } from "./navigation-state";
import { useUrl } from "./site-context";
import { trustedHtml } from "./trusted-types";

/** A part of a page in a separate chunk. */
interface LazyPart<P> {
  /** Renders the part; wrap it in a `Suspense`. */
  Part: ComponentType<P>;
  /** Returns whether the code is loaded. Until then, and after a failure, the server's HTML is shown. */
  isLoaded: () => boolean;
}

/** Whether the page being loaded is the one that the document was served with. */
let isServed = true;

/** Call when the served page has loaded: parts of later pages must not adopt its elements. */
export function endServedPage(): void {
  isServed = false;
}

/** Returns the server's HTML of a part; null when the document was served with another page. */
const writtenPart = (id: string): HTMLElement | null =>
  isServed && !import.meta.env.SSR ? document.getElementById(id) : null;

/**
 * A part of a page in a separate chunk, which is loaded when the page's code runs. Wrap it in a `Suspense`: its
 * fallback is shown only after an in-app visit whose page is loaded before the part. On the server every chunk is
 * loaded before the first render.
 *
 * If the chunk cannot be loaded, the server's HTML stays, whose links and forms work without JavaScript. Rendering
 * fails, and the section around the part reports the failure, if there is no such HTML, after an in-app visit, or if
 * the part's outermost element has `data-tool`: a tool does nothing without its code.
 *
 * If people use the part at once, name its file `*.part.tsx`, so that documents of the page preload it, and export its
 * import as the page's `ready`.
 * @param coming the import
 * @param id id of the outermost element of the part
 */
export function lazyPart<M, P extends object>(
  coming: Promise<M>,
  pick: (module: M) => ComponentType<P>,
  id: string,
): LazyPart<P> {
  const element = writtenPart(id);
  let loaded: { default: ComponentType<P> } | undefined;
  const component: Promise<{ default: ComponentType<P> }> = coming.then(
    (module) => {
      loaded = { default: pick(module) };
      return loaded;
    },
    (error: unknown) => {
      if (!element || element.dataset.tool) throw error;
      return { default: serverPart(element) as ComponentType<P> };
    },
  );
  // The error is thrown where the part is rendered; prevents an unhandled rejection before that.
  component.catch(() => {});
  return {
    Part: lazy(() => (loaded ? present(loaded) : component)),
    isLoaded: () => loaded !== undefined,
  };
}

/**
 * A part further down a page. The server's HTML shows it, and it is loaded and hydrated half a screen before it is
 * visible, when the address refers to an element in it, when it gets the focus or is pressed, or when its page is left.
 * After an in-app visit it is loaded with the page. Clicks and forms before hydration are held and repeated.
 *
 * Give it props that do not change: if they change before hydration, React renders the part anew.
 * @param load the import
 * @param id id of the outermost element of the part
 */
export function nearPart<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  id: string,
): ComponentType<P> {
  const element = writtenPart(id);
  const coming = element ? comesNear(element).then(load) : load();
  if (!element) {
    arrivals.add(coming);
    coming.catch(() => {}).finally(() => arrivals.delete(coming));
  }
  let release = () => {};
  if (element) {
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    coming.catch(release);
    dispatchEvent(new CustomEvent<WaitingPart>(PART_WAITS, { detail: { element, over } }));
  }
  const { Part } = lazyPart(
    coming,
    (module) => {
      const Content = pick(module);
      return (props: P) => {
        useEffect(() => release(), []);
        return <Content {...props} />;
      };
    },
    id,
  );
  const inSuspense = (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
  return memo(inSuspense) as unknown as ComponentType<P>;
}

/** The parts being loaded for a page without server HTML. */
const arrivals = new Set<Promise<unknown>>();

/** Resolves when all parts of a page visited in the app have been loaded, or have failed. */
export const partsArrived = (): Promise<unknown> => Promise.allSettled(arrivals);

/** Resolves when an element is less than half a screen away, is used, or its page is about to be left. */
function comesNear(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const used = new AbortController();
    const near = () => {
      observer.disconnect();
      leave();
      used.abort();
      resolve();
    };
    const leave = useNavigation.subscribe(near);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && near(),
      { rootMargin: "50%" },
    );
    observer.observe(element);
    // On the window, as React stops events in parts that are not hydrated.
    for (const sign of ["focusin", "pointerdown"])
      addEventListener(sign, ({ target }) => element.contains(target as Node) && near(), {
        capture: true,
        signal: used.signal,
      });
    if (element.querySelector(":target")) near();
  });
}

/** Address of the page for which the server's HTML was made. */
let documentUrl: string | undefined;

/** Returns a component that renders an element as the server did. */
function serverPart({ localName, id, className, innerHTML }: HTMLElement): ComponentType {
  const Tag = localName as ElementType;
  const html = { __html: trustedHtml(innerHTML) };
  return () => {
    const url = useUrl();
    useEffect(() => {
      documentUrl ??= url;
      // Another view of the page needs the server's HTML.
      if (url !== documentUrl) window.location.reload();
    }, [url]);
    return (
      <Tag id={id} className={className} dangerouslySetInnerHTML={html} suppressHydrationWarning />
    );
  };
}

/** Returns a promise that resolves synchronously, so that React renders without suspending. */
function present<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: React reads thenables synchronously
  return { then: (resolve: (value: T) => void) => resolve(value) } as Promise<T>;
}
