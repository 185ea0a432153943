import type { Editor } from "@tiptap/core";
import {
  Activity,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button, IconButton } from "../../../ui/base/button";
import { search } from "../../../ui/base/icons.generated";
import { imagePlus, maximize2, separatorHorizontal } from "../../../ui/base/icons-admin.generated";
import { useChunk } from "../../../ui/base/use-chunk";
import { FieldError } from "../../../ui/forms/field";
import { toast } from "../../../ui/overlay/toast-store";
import { MediaGallery } from "../media/media-gallery";
import { isUndescribed } from "../media/upload-rules";
import { type ContentHandle, IMAGE_ALT } from "./content-handle";
import { CONTENT_WARNING } from "./content-stats";
import type { Finder } from "./find/finder";
import { SourceField } from "./source/source-field";
import { loadSource } from "./source/use-source-editor";
import { startsAsSource } from "./typing-place";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";
import { formatHtml } from "./visual/format-html";
import { VisualEditor } from "./visual/visual-editor";
import "../../../styles/post-content.css";
import "../../../styles/post-writing.css";

const CONTENT_HINT =
  "A heading 1 is saved as heading 2: the title is the only heading 1. Scripts, styles, forms and comments are removed on save. Embedded players become videos that load when clicked.";
const TOO_LONG = "Content is over 1,000,000 characters: the page will be slow.";
const TAB_KEY = " Tab indents; press Escape, then Tab, to leave.";

const loadFindBar = () => import("./find/find-bar");
const fetchSource = () => void loadSource();

interface ContentFieldProps {
  /** The post's id; empty for a new one. */
  postId: string;
  sync: FormSource;
  error?: string;
  isDisabled: boolean;
  /** Set to a function that updates `content` with pending changes of the editor. */
  flush: RefObject<() => void>;
  /** Whether everything except heading and text is hidden. */
  isFocused: boolean;
  onFocusMode: () => void;
  /** Whether the visual editor has loaded. */
  isReady: boolean;
  /** Called with null when the visual editor begins to load, with it when loaded, and without it when removed. */
  onVisual: (editor?: Editor | null) => void;
  set: SetField;
  /** Called with 1 when an image upload into the text begins, and with -1 when it ends. */
  onRunning: (change: 1 | -1) => void;
}

/** The article, edited as readers see it or as HTML. */
export function ContentField(props: ContentFieldProps) {
  const { sync, error, flush, isFocused, set, onRunning } = props;
  const { content, slug } = useFields(sync, "content", "slug");
  const [mode, setMode] = useState<"visual" | "html">(() =>
    startsAsSource(props.postId) ? "html" : "visual",
  );
  /** Whether an image is being chosen from the library. */
  const [isPicking, setPicking] = useState(false);
  /** The finder of the current editor; null while the find bar is closed. */
  const [finder, setFinder] = useState<Finder | null>(null);
  /** How many times the find bar has been requested. */
  const [request, setRequest] = useState(0);
  const stopFinding = () => setFinder(null);
  const findBar = useChunk(finder !== null, loadFindBar, stopFinding);
  const handle = useRef<ContentHandle>(null);
  /** The newest content, which may not have been rendered yet. */
  const latest = useRef(content);
  useLayoutEffect(() => {
    latest.current = content;
  }, [content]);
  const id = useId();

  useEffect(() => {
    flush.current = () => handle.current?.flush();
  }, [flush]);

  const change = (text: string) => {
    latest.current = text;
    set("content", text);
  };
  const show = (next: typeof mode) => {
    handle.current?.flush();
    // The visual editor stays in memory, and its search marks with it.
    finder?.search("", false);
    stopFinding();
    setMode(next);
  };
  const format = () => {
    handle.current?.flush();
    change(formatHtml(latest.current));
  };
  const find = () => {
    setFinder(handle.current?.finder() ?? null);
    setRequest((count) => count + 1);
  };
  // The text area of HTML mode can take an image at once.
  const isWaiting = mode === "visual" && !props.isReady;
  const tool = { variant: "secondary", size: "sm", disabled: isWaiting } as const;
  const editor = {
    postId: props.postId,
    id: `${id}-text`,
    html: content,
    isDisabled: props.isDisabled,
    error,
    describedBy: error ? `${id}-error ${id}-hint` : `${id}-hint`,
    handle,
    onChange: change,
    bar: finder && findBar && (
      <findBar.FindBar finder={finder} request={request} onClose={stopFinding} />
    ),
    onFind: find,
  };

  return (
    <>
      <div className="content-head">
        <h2>Main Content</h2>
        <IconButton
          icon={maximize2}
          label="Focus mode"
          title={isFocused ? "Show everything (Escape)" : "Show heading and text only"}
          aria-pressed={isFocused}
          onClick={props.onFocusMode}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend */}
        <div className="mode-switch" role="group" aria-label="Editing mode">
          <button type="button" aria-pressed={mode === "visual"} onClick={() => show("visual")}>
            Visual
          </button>
          <button
            type="button"
            aria-pressed={mode === "html"}
            onPointerEnter={fetchSource}
            onFocus={fetchSource}
            onClick={() => show("html")}
          >
            HTML<span className="sr-only"> mode</span>
          </button>
        </div>
      </div>
      <div className="visual" data-invalid={error ? "" : undefined}>
        <Activity mode={mode === "visual" ? "visible" : "hidden"}>
          <VisualEditor
            {...editor}
            slug={slug}
            onVisual={props.onVisual}
            onRunning={onRunning}
            onImage={() => setPicking(true)}
            onFail={() => {
              stopFinding();
              setMode("html");
              toast(
                "error",
                "Failed to load post content",
                "The visual editor cannot show it. Use HTML mode instead.",
              );
            }}
          />
        </Activity>
        {mode === "html" && <SourceField {...editor} />}
        <div className="visual-foot">
          <Button {...tool} icon={imagePlus} onClick={() => setPicking(true)}>
            Add Media
          </Button>
          <Button
            {...tool}
            icon={separatorHorizontal}
            onClick={() => handle.current?.insertPageBreak()}
          >
            Add Page Break
          </Button>
          <Button {...tool} icon={search} title="Find (Ctrl+F)" onClick={find}>
            Find
          </Button>
          {mode === "html" && (
            <Button {...tool} onClick={format}>
              Format HTML
            </Button>
          )}
        </div>
      </div>
      <MediaGallery
        open={isPicking}
        onClose={() => setPicking(false)}
        onPick={(media) => {
          setPicking(false);
          const alt = isUndescribed(media) ? IMAGE_ALT : media.alt_text;
          handle.current?.insertImage(media.url, alt);
        }}
      />
      <p id={`${id}-hint`} className="field-hint">
        {content.length > CONTENT_WARNING ? TOO_LONG : CONTENT_HINT}
        {mode === "html" && TAB_KEY}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  );
}
