import { Editor, getSchema } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { toast } from "../../../../ui/overlay/toast-store";
import { COVERED } from "../covered";
import { domSelection } from "../dom-selection";
import { allowedBlocks } from "./allowed-html";
import { BlurredSelection } from "./blurred-selection";
import { BrokenLinks } from "./broken-links";
import { extensions } from "./extensions";
import { Find } from "./find";
import { toDocument, toHtml } from "./html";
import { type PlacedFile, UNREADABLE, uploadInto } from "./image-uploads";
import { cleanPaste } from "./paste";
import { PastedImages } from "./pasted-images";
import { PendingImages } from "./pending-images";
import { isOnEmptyLine, SlashMenu } from "./slash-menu";

interface EditorOptions {
  html: string;
  /** Returns the attributes of the text box; called on every update of the view. */
  attributes: () => Record<string, string>;
  /** Called after a change by the user. */
  onEdit: () => void;
  /** Called with 1 when an image upload begins, and with -1 when it ends. */
  onRunning: (change: 1 | -1) => void;
}

export { toHtml };

/**
 * Creates the visual editor, to be mounted in an element of the page. This module is the chunk that contains TipTap.
 */
export function createEditor({ html, ...on }: EditorOptions): Editor {
  const embedded = new PastedImages();
  const upload = (placed: PlacedFile[]) => void uploadInto(editor, placed, on.onRunning);
  const takeFiles = (data: DataTransfer | null, event: Event, at: number): boolean => {
    if (!data || data.files.length === 0 || hasWords(data)) return false;
    event.preventDefault();
    upload([...data.files].map((file) => ({ file, at })));
    return true;
  };
  const editor: Editor = new Editor({
    element: null,
    extensions: [...extensions, PendingImages, BlurredSelection, SlashMenu, Find, BrokenLinks],
    content: toDocument(getSchema(extensions), html).toJSON(),
    // Signs in pasted text are text: `*.css and *.js` is not in italics.
    enablePasteRules: ["link"],
    // TipTap's style element would violate the page's policy; post-content.css has the same rules.
    injectCSS: false,
    editorProps: {
      attributes: on.attributes,
      scrollMargin: COVERED,
      scrollThreshold: COVERED,
      transformPastedHTML: (pasted) => {
        embedded.clear();
        const clean = cleanPaste(pasted, (address) => embedded.keep(address));
        if (embedded.lost > 0) toast("error", UNREADABLE.title, UNREADABLE.text);
        return clean;
      },
      // Handled even without a step to undo or redo: otherwise the keymap would try the key without Shift, so that
      // redoing would undo.
      handleKeyDown: (_, event) => {
        const step = historyStep(event);
        if (step) editor.commands[step]();
        return step !== null;
      },
      handleDOMEvents: {
        // Links in the text are for editing. Prevents the site's link handling, which listens on the document.
        click: (_, event) => {
          if (isOnLink(event)) event.preventDefault();
          return false;
        },
        // Undo and redo from the browser's menu, which otherwise use the browser's separate history.
        beforeinput: (_, event) => {
          if (event.inputType === "historyUndo") editor.commands.undo();
          else if (event.inputType === "historyRedo") editor.commands.redo();
          else return false;
          event.preventDefault();
          return true;
        },
        mouseover: (_, event) => {
          if (isOnLink(event)) event.stopPropagation();
          return false;
        },
      },
      handlePaste: (view, event) =>
        takeFiles(event.clipboardData, event, domSelection(view).from) ||
        takeVideo(editor, event.clipboardData),
      handleDrop: (view, event) => {
        // Browsers list an image that is dragged within the text as a file, too.
        if (view.dragging) return false;
        const spot = view.posAtCoords({ left: event.clientX, top: event.clientY });
        return takeFiles(event.dataTransfer, event, spot?.pos ?? view.state.selection.from);
      },
    },
    onUpdate: () => {
      const placed = takeOut(editor, embedded);
      if (placed.length > 0) upload(placed);
      on.onEdit();
    },
    // Before all other listeners, as these depend on the selection.
    onMount: ({ editor }) =>
      editor.view.dom.addEventListener("keydown", takeSelection, { capture: true }),
  });
  return editor;
}

/**
 * Updates the editor's selection from the browser's. On a busy machine, the browser fires `selectionchange` only after
 * the next key, which would then apply to the former selection.
 */
function takeSelection({ isComposing }: KeyboardEvent): void {
  if (!isComposing) document.dispatchEvent(new Event("selectionchange"));
}

/** Inserts a video if its address is pasted into an empty line. */
function takeVideo(editor: Editor, data: DataTransfer | null): boolean {
  const address = data?.getData("text/plain").trim() ?? "";
  return isOnEmptyLine(editor.state) && editor.commands.insertVideo(address);
}

/** Returns the history command of a key; null for any other key. */
function historyStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : null;
}

const isOnLink = ({ target }: Event): boolean =>
  target instanceof Element && target.closest("a") !== null;

/**
 * Whether the data also contains HTML with words: word processors add a picture of the copied text. Their styles and
 * settings are not words.
 */
const hasWords = (data: DataTransfer): boolean =>
  allowedBlocks(data.getData("text/html")).some(
    (block) => block instanceof Element && /\S/.test(block.textContent ?? ""),
  );

/** Removes embedded pictures from the pasted content. Returns them with their positions, for uploading. */
function takeOut(editor: Editor, embedded: PastedImages): PlacedFile[] {
  if (embedded.isEmpty) return [];
  const placed: PlacedFile[] = [];
  const { tr } = editor.state;
  editor.state.doc.descendants((node, position) => {
    const file = node.type.name === "image" && embedded.get(String(node.attrs.src));
    if (!file) return;
    const at = tr.mapping.map(position);
    tr.delete(at, at + node.nodeSize);
    placed.push({ file, at });
  });
  embedded.clear();
  if (placed.length > 0) editor.view.dispatch(tr.setMeta("addToHistory", false));
  return placed;
}

/**
 * Replaces the text in one undo step, without reporting a change. Equal blocks at the start and the end are kept, with
 * the cursor and the pending images in them.
 */
export function replaceText(editor: Editor, html: string): void {
  const before = editor.state.doc;
  const after = toDocument(editor.schema, html);
  const common = Math.min(before.childCount, after.childCount);
  let first = 0;
  let start = 0;
  while (first < common && before.child(first).eq(after.child(first))) {
    start += before.child(first).nodeSize;
    first += 1;
  }
  let last = 0;
  let end = 0;
  const isSame = () =>
    before.child(before.childCount - 1 - last).eq(after.child(after.childCount - 1 - last));
  while (last < common - first && isSame()) {
    end += before.child(before.childCount - 1 - last).nodeSize;
    last += 1;
  }
  const from = start;
  const to = before.content.size - end;
  const blocks = after.content.content.slice(first, after.childCount - last);
  if (from === to && blocks.length === 0) return;
  const tr = closeHistory(editor.state.tr).replaceWith(from, to, blocks);
  editor.view.dispatch(tr.setMeta("preventUpdate", true));
  // Keeps later typing out of this undo step.
  editor.view.dispatch(closeHistory(editor.state.tr));
}
