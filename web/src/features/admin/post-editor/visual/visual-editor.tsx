import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { useChunk } from "../../../../ui/base/use-chunk";
import { type ContentEditorProps, textBox } from "../content-handle";
import { PAGE_BREAK, type Question } from "./commands";
import { LineMenu } from "./line-menu";
import { keepSelection } from "./link";
import { Toolbar } from "./toolbar";
import { useBrokenLinks } from "./use-broken-links";
import { useCommandKey } from "./use-command-key";
import { useImageBox } from "./use-image-box";
import { useSlashMenu } from "./use-slash-menu";
import { useVisualEditor } from "./use-visual-editor";

const loadLinkBox = () => import("./link-box");
const loadImageBox = () => import("./image-box");
const loadVideoBox = () => import("./video-box");

interface VisualEditorProps extends ContentEditorProps {
  onRunning: (change: 1 | -1) => void;
  onFail: () => void;
  /** The post's own. */
  slug: string;
  /** Told of the editor when it is there, and of null when it is not. */
  onVisual: (editor: Editor | null) => void;
  /** An image is wanted where the cursor is. */
  onImage: () => void;
}

/** The article as readers see it, to be written in. */
export function VisualEditor(props: VisualEditorProps) {
  const { id, html, isDisabled, handle, onChange, onRunning, onFail, onImage } = props;
  const place = useRef<HTMLDivElement>(null);
  const attributes = { ...textBox(props), class: "prose visual-text" };
  const { editor, flush } = useVisualEditor({
    place,
    html,
    isDisabled,
    attributes,
    onChange,
    onRunning,
    onFail,
  });
  const { slug, onVisual } = props;
  useBrokenLinks(editor, slug);
  useEffect(() => {
    onVisual(editor);
    return () => onVisual(null);
  }, [editor, onVisual]);
  const [isLinking, setLinking] = useState(false);
  const stopLinking = () => setLinking(false);
  const linkBox = useChunk(isLinking, loadLinkBox, stopLinking);
  useEffect(() => {
    if (!editor || !isLinking) return;
    keepSelection(editor, true);
    return () => keepSelection(editor, false);
  }, [editor, isLinking]);
  useCommandKey(editor, "k", () => setLinking(true));
  useCommandKey(editor, "f", props.onFind);
  const menu = useSlashMenu(editor);
  const image = useImageBox(editor);
  const imageBox = useChunk(image.isShown, loadImageBox, image.close);
  const [isAddingVideo, setAddingVideo] = useState(false);
  const stopAddingVideo = () => setAddingVideo(false);
  const videoBox = useChunk(isAddingVideo, loadVideoBox, stopAddingVideo);
  const ask = (question: Question) => {
    if (question === "link") setLinking(true);
    else if (question === "video") setAddingVideo(true);
    else onImage();
  };
  useEffect(() => {
    handle.current = {
      flush,
      insertImage: (src, alt) => {
        // For a video, it is the still.
        if (editor?.isActive("figure", { isVideo: true })) editor.commands.updateImage({ src });
        else editor?.chain().focus().setImage({ src, alt }).run();
      },
      insertPageBreak: () => editor && PAGE_BREAK.run?.(editor),
      finder: () => editor?.storage.find.finder ?? null,
    };
    return () => {
      handle.current = null;
    };
  });

  return (
    <>
      <Toolbar editor={editor} controls={id} isLinking={isLinking} onLink={setLinking}>
        {props.bar}
      </Toolbar>
      <div className="visual-frame">
        <div className="visual-place" ref={place}>
          {editor === null && (
            <p role="status" className="visual-wait mono">
              Initializing editor...
            </p>
          )}
        </div>
        {menu && editor && <LineMenu editor={editor} menu={menu} onAsk={ask} />}
        {image.isShown && !isLinking && imageBox && editor && (
          <imageBox.ImageBox
            editor={editor}
            isAsked={image.isAsked}
            onLeave={image.open}
            onClose={image.close}
            onPick={onImage}
          />
        )}
        {isAddingVideo && videoBox && editor && (
          <videoBox.VideoBox editor={editor} onClose={stopAddingVideo} />
        )}
        {isLinking && linkBox && editor && (
          <linkBox.LinkBox editor={editor} onClose={stopLinking} />
        )}
      </div>
    </>
  );
}
