import type { Selection } from "@tiptap/pm/state";

/** What can be said of an image in the text, or of a video. */
export interface ImageDetails {
  /** The title of a video. */
  alt: string;
  /** Plain text; empty for none. */
  caption: string;
  /** Whether it is wider than the text where there is room. */
  isWide: boolean;
  isVideo: boolean;
  /** Whether there is a picture of it: a video need not have one. */
  hasStill: boolean;
}

/** Returns what the chosen image says; null when none is chosen. */
export function imageDetails(selection: Selection): ImageDetails | null {
  const node = "node" in selection ? (selection.node as Selection["$from"]["parent"]) : null;
  if (node?.type.name !== "image" && node?.type.name !== "figure") return null;
  const { alt, caption, isWide, isVideo, src } = node.attrs;
  return {
    alt: alt ?? "",
    caption: caption ?? "",
    isWide: isWide ?? false,
    isVideo: isVideo ?? false,
    hasStill: src !== null,
  };
}
