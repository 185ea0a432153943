import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { BLURRED_SELECTION } from "./show-selection";

const KEY = new PluginKey<boolean>(BLURRED_SELECTION);

/** Marks the selection while the focus is in a field beside the text, as browsers show only one selection. */
export const BlurredSelection = Extension.create({
  name: BLURRED_SELECTION,
  addProseMirrorPlugins: () => [
    new Plugin<boolean>({
      key: KEY,
      state: {
        init: () => false,
        apply: (tr, isShown) => (tr.getMeta(BLURRED_SELECTION) as boolean | undefined) ?? isShown,
      },
      props: {
        decorations: (state) => {
          const { from, to, empty } = state.selection;
          if (!KEY.getState(state) || empty) return null;
          return DecorationSet.create(state.doc, [
            Decoration.inline(from, to, { class: "blurred-selection" }),
          ]);
        },
      },
    }),
  ],
});
