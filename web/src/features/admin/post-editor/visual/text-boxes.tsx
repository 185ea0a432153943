import type { Editor } from "@tiptap/core";
import { ImageBox } from "./image-box";
import { LinkBox } from "./link-box";
import type { ImageBoxState } from "./use-image-box";
import { VideoBox } from "./video-box";

interface TextBoxesProps {
  editor: Editor;
  /** The box to show. Null: that of the selected image, if any. */
  asked: "link" | "video" | null;
  onAsked: () => void;
  image: ImageBoxState;
  onPick: () => void;
}

/** The open box beside the text. All boxes are in one chunk, as each is too small for a separate request. */
export function TextBoxes({ editor, asked, onAsked, image, onPick }: TextBoxesProps) {
  if (asked === "link") return <LinkBox editor={editor} onClose={onAsked} />;
  if (asked === "video") return <VideoBox editor={editor} onClose={onAsked} />;
  if (!image.isShown) return null;
  return (
    <ImageBox
      editor={editor}
      isAsked={image.isAsked}
      onLeave={image.open}
      onClose={image.close}
      onPick={onPick}
    />
  );
}
