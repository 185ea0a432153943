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

/** Call when the served page has loaded: parts of later pages must not take its elements for their own. */
export function endServedPage(): void {
  isServed = false;
}

/** Returns the server's HTML of a part; null when the document was served with another page. */
const writtenPart = (id: string): HTMLElement | null =>
  isServed && !import.meta.env.SSR ? document.getElementById(id) : null;

/**
 * A part of a page in a separate chunk, which is fetched when the page's code runs. Wrap it in a `Suspense`: its
 * fallback shows only where the page comes before the part, after an in-app visit. The server's engine has every
 * chunk before its first render.
 *
 * When the chunk cannot be fetched, the server's HTML stays, whose links and forms work without scripts. Rendering fails
 * instead, and the section around says so, where the server has written none, after an in-app visit, and where the
 * part's outermost element has `data-tool`: a tool does nothing without its code.
 *
 * Where people use the part at once, name its file `*.part.tsx`, so that documents of the page preload it, and export
 * its import as the page's `ready`.
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
  // Thrown where it is rendered; until then it is not needed.
  component.catch(() => {});
  return {
    Part: lazy(() => (loaded ? present(loaded) : component)),
    isLoaded: () => loaded !== undefined,
  };
}

/**
 * A part further down a page, which the server's HTML shows and which is fetched and hydrated when it comes near: half a
 * screen before it is in view, when the address leads into it, when it has the focus, or when its page is left. After an
 * in-app visit it is fetched with the page. Clicks and forms that are quicker than it are held and repeated.
 *
 * React draws a part anew whose properties change before it is hydrated: give it those that stay the same.
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

/** The parts that are on their way to a page which the server has not written. */
const arrivals = new Set<Promise<unknown>>();

/** Resolves when the parts of a page that is visited within the app have come, or cannot. */
export const partsArrived = (): Promise<unknown> => Promise.allSettled(arrivals);

/** Resolves when an element is less than half a screen away, is used, or is about to be left. */
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
    // On the window: React stops what happens in a part that it has not hydrated.
    for (const sign of ["focusin", "pointerdown"])
      addEventListener(sign, ({ target }) => element.contains(target as Node) && near(), {
        capture: true,
        signal: used.signal,
      });
    if (element.querySelector(":target")) near();
  });
}

/** Address of the document, to which what the server wrote belongs. */
let documentUrl: string | undefined;

/** Returns what renders an element as the server wrote it. */
function serverPart({ localName, id, className, innerHTML }: HTMLElement): ComponentType {
  const Tag = localName as ElementType;
  const html = { __html: trustedHtml(innerHTML) };
  return () => {
    const url = useUrl();
    useEffect(() => {
      documentUrl ??= url;
      // Another view of the page, which only the server can write.
      if (url !== documentUrl) window.location.reload();
    }, [url]);
    return (
      <Tag id={id} className={className} dangerouslySetInnerHTML={html} suppressHydrationWarning />
    );
  };
}

/** A promise that answers at once: what is there is rendered without a pause. */
function present<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: this is what React asks for
  return { then: (resolve: (value: T) => void) => resolve(value) } as Promise<T>;
}
