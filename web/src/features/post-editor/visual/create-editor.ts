import { Editor, getSchema } from "@tiptap/core";
import { extensions } from "./extensions";
import { toDocument, toHtml } from "./html";
import { cleanPaste } from "./paste";

interface EditorOptions {
  element: HTMLElement;
  html: string;
  /** Attributes of the text box, asked for at every redraw. */
  attributes: () => Record<string, string>;
  /** Something was changed by the editor's user. */
  onEdit: () => void;
  /** Somebody pasted or dropped files. */
  onFiles: (files: readonly File[]) => void;
}

export type { Editor };
export { toHtml };

/** The visual editor in an element of the page. This module is the chunk that brings it. */
export function createEditor({ element, html, ...on }: EditorOptions): Editor {
  const files = (data: DataTransfer | null, event: Event): boolean => {
    if (!data || data.files.length === 0 || data.types.includes("text/html")) return false;
    event.preventDefault();
    on.onFiles([...data.files]);
    return true;
  };
  return new Editor({
    element,
    extensions,
    content: toDocument(getSchema(extensions), html).toJSON(),
    // A style element of the kit's would be against the page's policy; admin.css has these rules.
    injectCSS: false,
    editorProps: {
      attributes: on.attributes,
      transformPastedHTML: cleanPaste,
      handlePaste: (_, event) => files(event.clipboardData, event),
      handleDrop: (_, event) => files(event.dataTransfer, event),
    },
    onUpdate: on.onEdit,
  });
}

/** Replaces all of the text without telling that somebody changed it. */
export function replaceText(editor: Editor, html: string): void {
  editor.commands.setContent(toDocument(editor.schema, html).toJSON(), { emitUpdate: false });
}
