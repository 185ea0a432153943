import type { Selection } from "@tiptap/pm/state";

/** The editable details of an image or video in the text. */
export interface ImageDetails {
  /** The title of a video. */
  alt: string;
  /** Plain text; empty for none. */
  caption: string;
  /** Whether it is wider than the text where there is space. */
  isWide: boolean;
  isVideo: boolean;
  /** Whether it has an image: a video may have none. */
  hasStill: boolean;
}

/** Returns the details of the selected image; null if none is selected. */
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
