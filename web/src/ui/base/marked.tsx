import type { ReactNode } from "react";
import { Found } from "./found";

/** A heading in parts: the phrase in `found` carries the mark. */
export interface MarkedTitle {
  before: string;
  found: string;
  after?: string;
}

interface MarkedProps {
  title: MarkedTitle;
  sweep?: "view" | "load" | "none";
  /** Drawn after the mark: a caret. */
  children?: ReactNode;
}

/** The words of a heading with its found mark. */
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
