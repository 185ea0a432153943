import type { Editor } from "@tiptap/core";
import { ImageBox } from "./image-box";
import { LinkBox } from "./link-box";
import type { ImageBoxState } from "./use-image-box";
import { VideoBox } from "./video-box";

interface TextBoxesProps {
  editor: Editor;
  /** What is asked for; null: nothing, and the chosen image has its box. */
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
