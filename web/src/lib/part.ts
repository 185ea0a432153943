import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A part of a page in a separate chunk, which is fetched when the page's code runs. Stand it in a `Suspense`: its
 * fallback shows only where the page comes before the part, after an in-app visit. The server's engine has every
 * chunk before its first render.
 *
 * Where people use the part at once, name its file `*.part.tsx`, so that documents of the page preload it, and export
 * its import as the page's `ready`.
 */
export function part<M, P>(
  coming: Promise<M>,
  pick: (module: M) => ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  let picked: { default: ComponentType<P> } | undefined;
  const component = coming.then((module) => {
    picked = { default: pick(module) };
    return picked;
  });
  // Thrown where it is rendered; until then it is not needed.
  component.catch(() => {});
  return lazy(() => (picked ? present(picked) : component));
}

/** A promise that answers at once: what is there is rendered without a pause. */
function present<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: this is what React asks for
  return { then: (resolve: (value: T) => void) => resolve(value) } as Promise<T>;
}
