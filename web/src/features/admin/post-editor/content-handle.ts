import type { ReactNode, RefObject } from "react";
import type { Finder } from "./find/finder";

/** Alternative text of an image that has none yet. */
export const IMAGE_ALT = "Blog post image";

/** How far the bars above and below reach over the page, in pixels: what is typed stays between them. */
export const COVERED = { top: 190, bottom: 130, left: 0, right: 0 };

/** The interface of the form to the content editor, visual or HTML. */
export interface ContentHandle {
  /** Passes pending changes to the form. */
  flush: () => void;
  /** Puts an image where the cursor is. */
  insertImage: (src: string, alt: string) => void;
  /** Divides the text where the cursor is. */
  insertPageBreak: () => void;
  /** Returns the finder of the text; null until the editor has loaded. */
  finder: () => Finder | null;
}

/** Properties of both content editors. */
export interface ContentEditorProps {
  /** Id of the text box. */
  id: string;
  html: string;
  isDisabled: boolean;
  error?: string;
  /** Ids of what describes the text box. */
  describedBy?: string;
  handle: RefObject<ContentHandle | null>;
  onChange: (html: string) => void;
  /** Drawn beside the tools above the text. */
  bar: ReactNode;
  /** Words are to be found in the text. */
  onFind: () => void;
}

/** Attributes of the text box. */
export function textBox(
  props: Pick<ContentEditorProps, "id" | "isDisabled" | "error" | "describedBy">,
): Record<string, string> {
  const { id, isDisabled, error, describedBy } = props;
  return {
    id,
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": "Main Content",
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(error ? { "aria-invalid": "true" } : {}),
    ...(isDisabled ? { "aria-disabled": "true" } : {}),
  };
}

/** Returns a text as the value of an attribute in HTML, between double quotes. */
export const attributeText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
