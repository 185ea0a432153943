import type { HTMLAttributes, ReactNode } from "react";
import { useRenderFragment } from "./site-context";

interface CachedFragmentProps extends HTMLAttributes<HTMLElement> {
  as: "article" | "div" | "section";
  /**
   * Returns the cache key, for everything that the content depends on beside the site; null if only this page has the
   * content.
   */
  name: (() => string) | null;
  children: ReactNode;
}

/**
 * An element with the same content on several pages. The server renders the content once and caches its HTML; the
 * browser hydrates it as usual. Nothing inside may call `useId`, whose value depends on the position in the page. Eager
 * images inside are not preloaded.
 */
export function CachedFragment({
  as: Element,
  name,
  children,
  ...attributes
}: CachedFragmentProps) {
  const renderFragment = useRenderFragment();
  if (!renderFragment || !name) return <Element {...attributes}>{children}</Element>;
  return (
    <Element
      {...attributes}
      dangerouslySetInnerHTML={{ __html: renderFragment(name(), children) }}
    />
  );
}
