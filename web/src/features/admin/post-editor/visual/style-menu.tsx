import type { Editor } from "@tiptap/core";
import { HEADINGS } from "./commands";

interface StyleMenuProps {
  editor: Editor | null;
  /** Labels of what is on where the cursor is. */
  active: readonly string[];
  tabIndex: number;
  onFocus: () => void;
}

const PARAGRAPH = "Paragraph";

/** The headings as a menu, where their buttons have no room. */
export function StyleMenu({ editor, active, tabIndex, onFocus }: StyleMenuProps) {
  const current = HEADINGS.find(({ label }) => active.includes(label));
  const choose = (label: string) => {
    const heading = HEADINGS.find((one) => one.label === label);
    if (editor) (heading ?? current)?.run?.(editor);
  };
  return (
    <select
      className="visual-style"
      aria-label="Text style"
      value={current?.label ?? PARAGRAPH}
      tabIndex={tabIndex}
      disabled={editor === null}
      onFocus={onFocus}
      onChange={(event) => choose(event.target.value)}
    >
      <option>{PARAGRAPH}</option>
      {HEADINGS.map(({ label }) => (
        <option key={label}>{label}</option>
      ))}
    </select>
  );
}
