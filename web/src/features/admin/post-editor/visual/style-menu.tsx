import type { Editor } from "@tiptap/core";
import { useRef } from "react";
import { HEADINGS, type Level } from "./commands";

interface StyleMenuProps {
  editor: Editor | null;
  /** Labels of the active commands at the cursor. */
  active: readonly string[];
  tabIndex: number;
  onFocus: () => void;
}

const PARAGRAPH = "Paragraph";

/**
 * A select for headings, where their buttons have no space. Arrow keys change the style and keep the focus here, and
 * Enter moves it to the text. Choosing with the pointer moves it at once.
 */
export function StyleMenu({ editor, active, tabIndex, onFocus }: StyleMenuProps) {
  const current = HEADINGS.find(({ label }) => active.includes(label));
  /** Whether the last interaction was a key: a closed select changes with each arrow key. */
  const isByKey = useRef(false);
  const choose = (label: string) => {
    const level = HEADINGS.findIndex((one) => one.label === label) + 1;
    const chain = isByKey.current ? editor?.chain() : editor?.chain().focus();
    if (level > 0) chain?.setHeading({ level: level as Level }).run();
    else chain?.setParagraph().run();
  };
  return (
    <select
      className="visual-style"
      aria-label="Text style"
      value={current?.label ?? PARAGRAPH}
      tabIndex={tabIndex}
      disabled={editor === null}
      onFocus={onFocus}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onKeyDown={(event) => {
        isByKey.current = true;
        if (event.key !== "Enter") return;
        event.preventDefault();
        editor?.commands.focus();
      }}
      onChange={(event) => choose(event.target.value)}
    >
      <option>{PARAGRAPH}</option>
      {HEADINGS.map(({ label }) => (
        <option key={label}>{label}</option>
      ))}
    </select>
  );
}
