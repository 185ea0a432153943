import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { wrapIndex } from "../../../../lib/wrap-index";
import { type Command, lineCommands } from "./commands";

/** The open menu of a line that begins with a slash. */
export interface OpenMenu {
  /** Range of the slash and the text after it. */
  from: number;
  to: number;
  /** Never empty. */
  commands: readonly Command[];
  /** Index of the command that Enter chooses. */
  active: number;
}

/** The rendered menu. */
interface DrawnMenu {
  listId: string;
  optionId: (index: number) => string;
  /** Replaces the slash with the result of a command. */
  run: (command: Command) => void;
}

interface SlashMenuStorage {
  menu: OpenMenu | null;
  /** Null while the menu is not rendered, so that Enter never chooses an invisible command. */
  drawn: DrawnMenu | null;
}

declare module "@tiptap/core" {
  interface Storage {
    slashMenu: SlashMenuStorage;
  }
}

type Change = { open: number } | { active: number } | "close";

const KEY = new PluginKey<OpenMenu | null>("slashMenu");

/** Whether the cursor is in an empty paragraph. */
export function isOnEmptyLine({ selection: { $from, empty } }: EditorState): boolean {
  return empty && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
}

const isChoice = ({ key, shiftKey }: KeyboardEvent): boolean =>
  !shiftKey && (key === "Enter" || key === "Tab");

/** Returns the menu for the line whose slash is at `from`; null if it no longer applies. */
function menuAt(from: number, { doc, selection }: EditorState, before: OpenMenu | null) {
  const { $from, empty, from: to } = selection;
  if (!empty || to <= from || $from.start() !== from || $from.parent.type.name !== "paragraph")
    return null;
  if (to !== $from.end()) return null;
  const typed = doc.textBetween(from, to, "\n", "\ufffc");
  if (!typed.startsWith("/") || typed.startsWith("/ ")) return null;
  const commands = lineCommands(typed.slice(1));
  if (commands.length === 0) return null;
  const isSame = before?.to === to && before.from === from;
  return isSame ? before : { from, to, commands, active: 0 };
}

function next(tr: Transaction, before: OpenMenu | null, state: EditorState): OpenMenu | null {
  const change = tr.getMeta(KEY) as Change | undefined;
  if (change === "close") return null;
  if (change && "open" in change) return menuAt(change.open, state, null);
  const from = before && tr.mapping.map(before.from, -1);
  const menu = from === null ? null : menuAt(from, state, before);
  return menu && change ? { ...menu, active: change.active } : menu;
}

/**
 * Opens a menu when a slash is typed in an empty line. The text keeps the focus and handles the keys. A slash that is
 * not followed by the name of a command remains a slash.
 */
export const SlashMenu = Extension.create<object, SlashMenuStorage>({
  name: "slashMenu",
  // Before the key bindings of lists and tables.
  priority: 1_000,
  addStorage: () => ({ menu: null, drawn: null }),
  addProseMirrorPlugins() {
    const { storage } = this;
    const change = (view: EditorView, what: Change) =>
      view.dispatch(view.state.tr.setMeta(KEY, what));
    return [
      new Plugin<OpenMenu | null>({
        key: KEY,
        state: { init: () => null, apply: (tr, before, _, state) => next(tr, before, state) },
        view: () => ({
          update: ({ state }) => {
            storage.menu = KEY.getState(state) ?? null;
          },
        }),
        props: {
          handleTextInput: (view, from, _to, text) => {
            if (text !== "/" || !isOnEmptyLine(view.state)) return false;
            view.dispatch(view.state.tr.insertText(text).setMeta(KEY, { open: from }));
            return true;
          },
          handleKeyDown: (view, event) => {
            const menu = KEY.getState(view.state);
            const { drawn } = storage;
            if (!menu || !drawn || event.isComposing) return false;
            const { commands, active } = menu;
            const command = commands[active];
            if (event.key === "ArrowDown")
              change(view, { active: wrapIndex(active, 1, commands.length) });
            else if (event.key === "ArrowUp")
              change(view, { active: wrapIndex(active, -1, commands.length) });
            else if (event.key === "Escape") {
              change(view, "close");
              // Keeps Escape from ending focus mode.
              event.stopPropagation();
            } else if (isChoice(event) && command) drawn.run(command);
            else return false;
            return true;
          },
          handleDOMEvents: {
            blur: (view) => {
              if (KEY.getState(view.state)) change(view, "close");
              return false;
            },
          },
          attributes: (state): Record<string, string> => {
            const menu = KEY.getState(state);
            const { drawn } = storage;
            if (!menu || !drawn) return {};
            return {
              "aria-controls": drawn.listId,
              "aria-activedescendant": drawn.optionId(menu.active),
            };
          },
        },
      }),
    ];
  },
});
