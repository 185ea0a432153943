import type { HTMLAttributes, ReactNode } from "react";
import { usePart } from "./site-context";

interface CachedFragmentProps extends HTMLAttributes<HTMLElement> {
  as: "article" | "div" | "section";
  /** What its content depends on, beside the site: equal names are equal parts. Null where no other page has it. */
  name: (() => string) | null;
  children: ReactNode;
}

/**
 * An element that looks the same on many pages: the server renders its content once and keeps the HTML, the browser
 * hydrates it as any other. Nothing inside may call `useId`, whose value tells the place in the page, and
 * images that are loaded at once lose their preload.
 */
export function CachedFragment({
  as: Element,
  name,
  children,
  ...attributes
}: CachedFragmentProps) {
  const part = usePart();
  if (!part || !name) return <Element {...attributes}>{children}</Element>;
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: part(name(), children) }} />;
}
