import type { Editor } from "@tiptap/core";
import type { IconData } from "../../../../ui/base/icon";
import { info, link, list, minus } from "../../../../ui/base/icons.generated";
import {
  code,
  film,
  heading1,
  heading2,
  heading3,
  heading4,
  heading5,
  heading6,
  imagePlus,
  italic,
  letterB,
  listOrdered,
  quote,
  removeFormatting,
  separatorHorizontal,
  strikethrough,
  superscript,
  table,
  underline,
} from "../../../../ui/base/icons-admin.generated";

/** The level of a heading. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** Input that a command needs before it can run. */
export type Question = "link" | "image" | "video";

/** A command of the editor, for a button of the toolbar or an item of the slash menu. */
export interface Command {
  label: string;
  icon: IconData;
  /** The keyboard shortcut, for display and for assistive technology. */
  keys?: { title: string; aria: string };
  /** Other words by which the slash menu finds it. */
  aliases?: string;
  /** Whether the command applies at the cursor; absent for a command without such a state. */
  isActive?: (editor: Editor) => boolean;
  /** Absent if the command needs input first: see `asks`. */
  run?: (editor: Editor) => void;
  asks?: Question;
}

const heading = (level: Level, icon: IconData): Command => ({
  label: `Header ${level}`,
  aliases: `heading title h${level}`,
  icon,
  isActive: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

export const LINK: Command = {
  label: "Link",
  keys: { title: "Ctrl+K", aria: "Control+K" },
  icon: link,
  asks: "link",
  isActive: (editor) => editor.isActive("link"),
};

const IMAGE: Command = {
  label: "Image",
  icon: imagePlus,
  aliases: "picture photo media",
  asks: "image",
};

const VIDEO: Command = {
  label: "Video",
  icon: film,
  aliases: "youtube vimeo embed player",
  asks: "video",
};

const CALLOUT: Command = {
  label: "Callout",
  icon: info,
  aliases: "note tip warning box aside",
  isActive: (editor) => editor.isActive("callout"),
  run: (editor) => editor.chain().focus().toggleCallout().run(),
};

export const PAGE_BREAK: Command = {
  label: "Page break",
  icon: separatorHorizontal,
  aliases: "next page",
  run: (editor) => editor.chain().focus().leaveSelection().insertPageBreak().run(),
};

const FOOTNOTE: Command = {
  label: "Footnote",
  keys: { title: "Ctrl+Alt+F", aria: "Control+Alt+F" },
  icon: superscript,
  isActive: (editor) => editor.isActive("footnote"),
  run: (editor) => editor.chain().focus().toggleFootnote().run(),
};

const CLEAN: Command = {
  label: "Clean",
  icon: removeFormatting,
  // The lines of code become line breaks by `setParagraph`, and would run together by `clearNodes` alone.
  run: (editor) => editor.chain().focus().unsetAllMarks().setParagraph().clearNodes().run(),
};

export const HEADINGS: readonly Command[] = [
  heading(1, heading1),
  heading(2, heading2),
  heading(3, heading3),
  heading(4, heading4),
  heading(5, heading5),
  heading(6, heading6),
];

const MARKS: readonly Command[] = [
  {
    label: "Bold",
    icon: letterB,
    isActive: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: "Italic",
    icon: italic,
    isActive: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: "Underline",
    icon: underline,
    isActive: (editor) => editor.isActive("underline"),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: "Strikethrough",
    icon: strikethrough,
    isActive: (editor) => editor.isActive("strike"),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
];

const BLOCKS: readonly Command[] = [
  {
    label: "Ordered list",
    icon: listOrdered,
    aliases: "numbered list ol",
    isActive: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: "Bullet list",
    icon: list,
    aliases: "unordered list ul",
    isActive: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  LINK,
  {
    label: "Blockquote",
    icon: quote,
    aliases: "quote",
    isActive: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: "Code block",
    icon: code,
    aliases: "pre",
    isActive: (editor) => editor.isActive("codeBlock"),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    label: "Table",
    icon: table,
    isActive: (editor) => editor.isActive("table"),
    run: (editor) => {
      if (editor.isActive("table")) editor.commands.focus();
      else {
        const size = { rows: 3, cols: 3, withHeaderRow: true };
        editor.chain().focus().leaveSelection().insertTable(size).run();
      }
    },
  },
  {
    label: "Line",
    icon: minus,
    aliases: "horizontal rule divider hr",
    run: (editor) => editor.chain().focus().leaveSelection().setHorizontalRule().run(),
  },
];

/** Groups of toolbar commands, in order. A group is not split where the toolbar wraps. */
export const GROUPS: readonly (readonly Command[])[] = [
  HEADINGS,
  MARKS,
  [...BLOCKS, FOOTNOTE, CLEAN],
];
export const COMMANDS: readonly Command[] = GROUPS.flat();

/** The commands of the slash menu: what an empty line can become, and what can be inserted there. */
const LINE_COMMANDS: readonly Command[] = [
  ...HEADINGS,
  ...BLOCKS,
  CALLOUT,
  IMAGE,
  VIDEO,
  PAGE_BREAK,
];

/** Returns the commands of the slash menu for which a word of the name or alias starts with the typed text. */
export function lineCommands(typed: string): Command[] {
  const wanted = typed.toLowerCase();
  return LINE_COMMANDS.filter(({ label, aliases = "" }) =>
    ` ${label} ${aliases}`.toLowerCase().includes(` ${wanted}`),
  );
}

/** Commands for the table at the cursor. */
export const TABLE_COMMANDS: readonly { label: string; run: (editor: Editor) => void }[] = [
  { label: "Add row", run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: "Add column", run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: "Delete row", run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: "Delete column", run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: "Header row", run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { label: "Delete table", run: (editor) => editor.chain().focus().deleteTable().run() },
];
