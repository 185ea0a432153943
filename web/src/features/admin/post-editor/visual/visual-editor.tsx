import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { importChunk, useChunk } from "../../../../ui/base/use-chunk";
import { type ContentEditorProps, textBox } from "../content-handle";
import { PAGE_BREAK, type Question } from "./commands";
import { imageDetails } from "./image-details";
import { LineMenu } from "./line-menu";
import { showBlurredSelection } from "./show-selection";
import { Toolbar } from "./toolbar";
import { useBrokenLinks } from "./use-broken-links";
import { useCommandKey } from "./use-command-key";
import { useImageBox } from "./use-image-box";
import { useSlashMenu } from "./use-slash-menu";
import { useVisualEditor } from "./use-visual-editor";

const loadBoxes = () => import("./text-boxes");

interface VisualEditorProps extends ContentEditorProps {
  onRunning: (change: 1 | -1) => void;
  onFail: () => void;
  /** The post's slug. */
  slug: string;
  /** Called with null when the editor begins to load, with the editor when it has loaded, and without it when removed. */
  onVisual: (editor?: Editor | null) => void;
  /** Called when an image is to be inserted at the cursor. */
  onImage: () => void;
}

/** Editor for the article as readers see it. */
export function VisualEditor(props: VisualEditorProps) {
  const { id, handle, slug, onVisual, onImage } = props;
  const place = useRef<HTMLDivElement>(null);
  const attributes = { ...textBox(props), class: "prose visual-text" };
  const { editor, flush } = useVisualEditor({ ...props, place, attributes });
  useBrokenLinks(editor, slug);
  useEffect(() => {
    onVisual(editor);
    return () => onVisual();
  }, [editor, onVisual]);
  /** The box that is open beside the text. */
  const [asked, setAsked] = useState<"link" | "video" | null>(null);
  const stopAsking = () => setAsked(null);
  // A video is a link to itself.
  const askForLink = () =>
    setAsked(editor && imageDetails(editor.state.selection)?.isVideo ? null : "link");
  const isLinking = asked === "link";
  useEffect(() => {
    if (!editor || !isLinking) return;
    showBlurredSelection(editor, true);
    return () => showBlurredSelection(editor, false);
  }, [editor, isLinking]);
  useCommandKey(editor, "k", askForLink);
  useCommandKey(editor, "f", props.onFind);
  const menu = useSlashMenu(editor);
  const image = useImageBox(editor);
  const boxes = useChunk(asked !== null || image.isShown, loadBoxes, () => {
    stopAsking();
    image.close();
  });
  useEffect(() => {
    // Loaded in advance, as text typed right after Ctrl+K would otherwise go into the article.
    if (editor) void importChunk(loadBoxes, null);
  }, [editor]);
  const onAsk = (question: Question) => (question === "image" ? onImage() : setAsked(question));
  useEffect(() => {
    handle.current = {
      flush,
      insertImage: (src, alt) => {
        const now = editor && imageDetails(editor.state.selection);
        // For a video, the image becomes its still. Another image keeps its caption, width and link.
        if (now)
          editor
            .chain()
            .focus()
            .updateImage(now.isVideo ? { src } : { src, alt })
            .run();
        else editor?.chain().focus().leaveSelection().setImage({ src, alt }).run();
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
      <Toolbar
        editor={editor}
        controls={id}
        isLinking={isLinking}
        onLink={(isAsked) => (isAsked ? askForLink() : stopAsking())}
      >
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
        {menu && editor && <LineMenu editor={editor} menu={menu} onAsk={onAsk} />}
        {boxes && editor && (
          <boxes.TextBoxes
            editor={editor}
            asked={asked}
            onAsked={stopAsking}
            image={image}
            onPick={onImage}
          />
        )}
      </div>
    </>
  );
}
