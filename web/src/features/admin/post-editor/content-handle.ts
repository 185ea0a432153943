import type { ReactNode, RefObject } from "react";
import type { Finder } from "./find/finder";

/** Alternative text of an image that has none yet. */
export const IMAGE_ALT = "Blog post image";

/** The interface between the form and the content editor, visual or HTML. */
export interface ContentHandle {
  /** Passes pending changes to the form. */
  flush: () => void;
  /** Inserts an image at the cursor. */
  insertImage: (src: string, alt: string) => void;
  /** Inserts a page break at the cursor. */
  insertPageBreak: () => void;
  /** Returns the finder of the text; null until the editor has loaded. */
  finder: () => Finder | null;
}

/** Properties of both content editors. */
export interface ContentEditorProps {
  /** The post's id; empty for a new one. */
  postId: string;
  /** Id of the text box. */
  id: string;
  html: string;
  isDisabled: boolean;
  error?: string;
  /** Ids of the elements that describe the text box. */
  describedBy?: string;
  handle: RefObject<ContentHandle | null>;
  onChange: (html: string) => void;
  /** Rendered beside the tools above the text. */
  bar: ReactNode;
  /** Called when the find bar is to open. */
  onFind: () => void;
}

/** Returns the attributes of the text box. */
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

/** Returns a text escaped for an HTML attribute in double quotes. */
export const attributeText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
