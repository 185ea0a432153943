import type { Editor } from "@tiptap/core";
import { ImageBox } from "./image-box";
import { LinkBox } from "./link-box";
import type { ImageBoxState } from "./use-image-box";
import { VideoBox } from "./video-box";

interface TextBoxesProps {
  editor: Editor;
  /** The box to show. Null: that of the chosen image, if any. */
  asked: "link" | "video" | null;
  onAsked: () => void;
  image: ImageBoxState;
  onPick: () => void;
}

/** The box beside the text that is wanted. All are one chunk: each alone would hardly be worth a request. */
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
