import { Editor, getSchema } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { toast } from "../../../../ui/overlay/toast-store";
import { UNREADABLE } from "../../media/upload-rules";
import { COVERED } from "../content-handle";
import { domSelection } from "../dom-selection";
import { BlurredSelection } from "./blurred-selection";
import { BrokenLinks } from "./broken-links";
import { extensions } from "./extensions";
import { Find } from "./find";
import { toDocument, toHtml } from "./html";
import { type PlacedFile, uploadInto } from "./image-uploads";
import { cleanPaste } from "./paste";
import { PastedImages } from "./pasted-images";
import { PendingImages } from "./pending-images";
import { isOnEmptyLine, SlashMenu } from "./slash-menu";

interface EditorOptions {
  html: string;
  /** Attributes of the text box, asked for at every redraw. */
  attributes: () => Record<string, string>;
  /** Something was changed by the editor's user. */
  onEdit: () => void;
  /** Images are on their way, or no longer. */
  onRunning: (change: 1 | -1) => void;
}

export { toHtml };

/** The visual editor, to be mounted in an element of the page. This module is the chunk that brings it. */
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
    // A style element of the kit's would be against the page's policy; post-content.css has these rules.
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
      // Taken whether or not there is a step: left to the keymap, redoing with nothing to redo is tried without Shift, which
      // undoes.
      handleKeyDown: (_, event) => {
        const step = historyStep(event);
        if (step) editor.commands[step]();
        return step !== null;
      },
      handleDOMEvents: {
        // A link is there to be written in: the site's own handling of links, which is the document's, leaves it alone.
        click: (_, event) => {
          if (isOnLink(event)) event.preventDefault();
          return false;
        },
        // The browser's menu: its history knows other steps than the editor's.
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
        const spot = view.posAtCoords({ left: event.clientX, top: event.clientY });
        return takeFiles(event.dataTransfer, event, spot?.pos ?? view.state.selection.from);
      },
    },
    onUpdate: () => {
      const placed = takeOut(editor, embedded);
      if (placed.length > 0) upload(placed);
      on.onEdit();
    },
    // Before any other listener: all of them answer a key by what is selected.
    onMount: ({ editor }) =>
      editor.view.dom.addEventListener("keydown", takeSelection, { capture: true }),
  });
  return editor;
}

/**
 * Moves the editor's selection to the browser's. The editor follows the browser's event, which a busy machine sends after
 * the next key: that key would be about what was selected before.
 */
function takeSelection({ isComposing }: KeyboardEvent): void {
  if (!isComposing) document.dispatchEvent(new Event("selectionchange"));
}

/** Makes a video of its address, when nothing else is pasted into an empty line. */
function takeVideo(editor: Editor, data: DataTransfer | null): boolean {
  const address = data?.getData("text/plain").trim() ?? "";
  return isOnEmptyLine(editor.state) && editor.commands.insertVideo(address);
}

/** Which way a key goes through the history; null for any other key. */
function historyStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : null;
}

const isOnLink = ({ target }: Event): boolean =>
  target instanceof Element && target.closest("a") !== null;

/** Whether HTML with words is there as well: word processors add a picture of the text that was copied. */
function hasWords(data: DataTransfer): boolean {
  return (
    data
      .getData("text/html")
      .replace(/<[^>]*>/g, "")
      .trim() !== ""
  );
}

/** Takes the embedded pictures out of what was pasted, to be uploaded to where they stood. */
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
 * Replaces the text in one step of undo, without reporting an edit. Blocks that are equal at the start and at the end are
 * kept, with the cursor and the pending images in them.
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
  // Keeps what is typed next out of this step.
  editor.view.dispatch(closeHistory(editor.state.tr));
}
