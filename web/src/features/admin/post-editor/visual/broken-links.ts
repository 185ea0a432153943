import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { BROKEN_LINKS, linksOf } from "./links";

interface BrokenLinksStorage {
  addresses: ReadonlySet<string>;
}

declare module "@tiptap/core" {
  interface Storage {
    brokenLinks: BrokenLinksStorage;
  }
}

interface BrokenState {
  addresses: ReadonlySet<string>;
  marks: DecorationSet;
}

const KEY = new PluginKey<BrokenState>(BROKEN_LINKS);
const NONE: BrokenState = { addresses: new Set(), marks: DecorationSet.empty };

function stateOf(doc: Node, addresses: ReadonlySet<string>): BrokenState {
  if (addresses.size === 0) return NONE;
  const marks: Decoration[] = [];
  doc.forEach((block, offset) => {
    for (const { href, from, to, isBlock } of linksOf(block)) {
      if (!addresses.has(href)) continue;
      const attributes = { class: "broken-link", title: `There is no page at ${href}` };
      const mark = isBlock ? Decoration.node : Decoration.inline;
      marks.push(mark(offset + from, offset + to, attributes));
    }
  });
  return { addresses, marks: DecorationSet.create(doc, marks) };
}

/** Marks links to pages of this site that do not exist. The marks are not part of the HTML. */
export const BrokenLinks = Extension.create<object, BrokenLinksStorage>({
  name: BROKEN_LINKS,
  addStorage: () => ({ addresses: NONE.addresses }),
  addProseMirrorPlugins() {
    const { storage } = this;
    return [
      new Plugin<BrokenState>({
        key: KEY,
        state: {
          init: () => NONE,
          apply: (tr, before) => {
            const told = tr.getMeta(BROKEN_LINKS) as readonly string[] | undefined;
            if (!told && !tr.docChanged) return before;
            return stateOf(tr.doc, told ? new Set(told) : before.addresses);
          },
        },
        view: () => ({
          update: ({ state }) => {
            storage.addresses = KEY.getState(state)?.addresses ?? NONE.addresses;
          },
        }),
        props: { decorations: (state) => KEY.getState(state)?.marks },
      }),
    ];
  },
});
