import type { ReactNode } from "react";
import { Found } from "./found";

/** A heading in parts, of which `found` is marked. */
export interface MarkedTitle {
  before: string;
  found: string;
  after?: string;
}

interface MarkedProps {
  title: MarkedTitle;
  sweep?: "view" | "load" | "none";
  /** Rendered after the mark: a caret. */
  children?: ReactNode;
}

/** The text of a heading with its mark. */
export function Marked({ title, sweep, children }: MarkedProps) {
  return (
    <>
      {title.before}
      <Found sweep={sweep}>{title.found}</Found>
      {children}
      {title.after}
    </>
  );
}
