import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** Placeholder of an image that is being uploaded. It is no part of the text, so it is never saved. */
export interface PendingImage {
  /** Shows the share that was sent, from 0 to 1. */
  progress: (share: number) => void;
  /** Puts the image in its place. False when that place was deleted meanwhile, or the editor is not shown. */
  settle: (src: string, alt: string) => boolean;
  /** Takes it away. */
  remove: () => void;
}

type Change = { add: { at: number; dom: HTMLElement } } | { remove: HTMLElement };

const KEY = new PluginKey<DecorationSet>("pendingImages");

const find = (state: EditorState, dom: HTMLElement): Decoration | undefined =>
  KEY.getState(state)?.find(undefined, undefined, (spec) => spec.dom === dom)[0];

/** Keeps the places of images that are on their way while the text around them is changed. */
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

/** Shows at `at` that an image is on its way. */
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
      // In HTML mode this editor's text is out of date.
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
