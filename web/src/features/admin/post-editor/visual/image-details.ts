import type { Selection } from "@tiptap/pm/state";

/** What can be said of an image in the text. */
export interface ImageDetails {
  alt: string;
  /** Plain text; empty for none. */
  caption: string;
  /** Whether it is wider than the text where there is room. */
  isWide: boolean;
}

/** Returns what the chosen image says; null when none is chosen. */
export function imageDetails(selection: Selection): ImageDetails | null {
  const node = "node" in selection ? (selection.node as Selection["$from"]["parent"]) : null;
  if (node?.type.name !== "image" && node?.type.name !== "figure") return null;
  const { alt, caption, isWide } = node.attrs;
  return { alt: alt ?? "", caption: caption ?? "", isWide: isWide ?? false };
}
