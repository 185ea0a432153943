import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** Placeholder of an image that is being uploaded. It is not part of the text, so it is never saved. */
export interface PendingImage {
  /** Shows the share sent so far, from 0 to 1. */
  progress: (share: number) => void;
  /**
   * Replaces the placeholder with the image. Returns false if that part of the text was deleted, or the editor is hidden.
   */
  settle: (src: string, alt: string) => boolean;
  /** Removes the placeholder. */
  remove: () => void;
}

type Change = { add: { at: number; dom: HTMLElement } } | { remove: HTMLElement };

const KEY = new PluginKey<DecorationSet>("pendingImages");

const find = (state: EditorState, dom: HTMLElement): Decoration | undefined =>
  KEY.getState(state)?.find(undefined, undefined, (spec) => spec.dom === dom)[0];

/** Keeps track of the positions of placeholders while the text changes. */
export const PendingImages = Extension.create({
  name: "pendingImages",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, before) => {
          const mapped = before.map(tr.mapping, tr.doc);
          const change = tr.getMeta(KEY) as Change | undefined;
          if (!change) return mapped;
          if ("remove" in change)
            return mapped.remove(
              mapped.find(undefined, undefined, (spec) => spec.dom === change.remove),
            );
          const { at, dom } = change.add;
          return mapped.add(tr.doc, [Decoration.widget(at, dom, { dom, side: -1 })]);
        },
      },
      props: { decorations: (state) => KEY.getState(state) },
    }),
  ],
});

/** Adds a placeholder at `at`. */
export function addPending(editor: Editor, name: string, at: number): PendingImage {
  const { dom, bar } = drawn(name);
  const change = (what: Change) =>
    editor.view.dispatch(editor.state.tr.setMeta(KEY, what).setMeta("addToHistory", false));
  change({ add: { at, dom } });
  const remove = () => change({ remove: dom });
  return {
    progress: (share) => {
      bar.value = share;
    },
    settle: (src, alt) => {
      const place = find(editor.state, dom);
      remove();
      // While HTML mode is shown, this editor's text is out of date.
      if (editor.isDestroyed) return false;
      const image = editor.schema.nodes.image?.create({ src, alt });
      if (!place || !image) return false;
      editor.view.dispatch(editor.state.tr.insert(place.from, image));
      return true;
    },
    remove,
  };
}

function drawn(name: string): { dom: HTMLElement; bar: HTMLProgressElement } {
  const dom = document.createElement("span");
  dom.className = "pending-image";
  dom.contentEditable = "false";
  const label = document.createElement("span");
  label.textContent = `Uploading ${name}`;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `Uploading ${name}`);
  dom.append(label, bar);
  return { dom, bar };
}
