import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { KEPT_SELECTION } from "./link";

const KEY = new PluginKey<boolean>(KEPT_SELECTION);

/** Marks what is selected while somebody types in a field beside the text: the browser shows one selection only. */
export const KeptSelection = Extension.create({
  name: KEPT_SELECTION,
  addProseMirrorPlugins: () => [
    new Plugin<boolean>({
      key: KEY,
      state: {
        init: () => false,
        apply: (tr, isShown) => (tr.getMeta(KEPT_SELECTION) as boolean | undefined) ?? isShown,
      },
      props: {
        decorations: (state) => {
          const { from, to, empty } = state.selection;
          if (!KEY.getState(state) || empty) return null;
          return DecorationSet.create(state.doc, [
            Decoration.inline(from, to, { class: "kept-selection" }),
          ]);
        },
      },
    }),
  ],
});
