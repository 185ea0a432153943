import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "../../../../lib/cx";
import { Button } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { tabOfKey } from "../../../../ui/widgets/tab-keys";
import { COMMANDS, GROUPS, HEADINGS, LINK, TABLE_COMMANDS } from "./commands";
import { StyleMenu } from "./style-menu";
import { useSteps } from "./use-steps";

/** Returns the labels of the active commands as one text, so that the toolbar renders again only when it changes. */
const activeOf = (editor: Editor): string =>
  COMMANDS.filter(({ isActive }) => isActive?.(editor))
    .map(({ label }) => label)
    .join();

interface ToolbarProps {
  editor: Editor | null;
  /** Id of the text box. */
  controls: string;
  /** Whether the link box is open. */
  isLinking: boolean;
  onLink: (isLinking: boolean) => void;
  /** Rendered below the tools. */
  children: ReactNode;
}

/** Toolbar of the visual editor. One tab stop; the arrow keys move between the tools. */
export function Toolbar({ editor, controls, isLinking, onLink, children }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const active = useSyncExternalStore(
    useSteps(editor),
    () => (editor ? activeOf(editor) : ""),
    () => "",
  ).split(",");

  const onKeyDown = (event: KeyboardEvent) => {
    // Either the select or the buttons for headings are hidden.
    const tools = [...(bar.current?.querySelectorAll<HTMLElement>("button, select") ?? [])].filter(
      (tool) => tool.offsetParent !== null,
    );
    const next = tabOfKey(event, tools.indexOf(event.target as HTMLElement), tools.length);
    if (next === undefined) return;
    event.preventDefault();
    tools[next]?.focus();
  };
  return (
    <div className="visual-bar">
      <div
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={editor ? controls : undefined}
        className="visual-tools"
        onKeyDown={onKeyDown}
      >
        <StyleMenu
          editor={editor}
          active={active}
          tabIndex={at < HEADINGS.length ? 0 : -1}
          onFocus={() => setAt(0)}
        />
        {GROUPS.map((group) => (
          <div
            key={group[0]?.label}
            className={cx("visual-group", group === HEADINGS && "visual-headings")}
          >
            {group.map((command) => {
              const { label, icon, keys, isActive, run } = command;
              const index = COMMANDS.indexOf(command);
              return (
                <button
                  key={label}
                  type="button"
                  className="icon-btn"
                  aria-label={label}
                  title={keys ? `${label} (${keys.title})` : label}
                  aria-keyshortcuts={keys?.aria}
                  aria-pressed={isActive ? active.includes(label) : undefined}
                  aria-expanded={label === LINK.label ? isLinking : undefined}
                  tabIndex={index === at ? 0 : -1}
                  disabled={editor === null}
                  // Keeps the selection in the text.
                  onMouseDown={(event) => event.preventDefault()}
                  onFocus={() => setAt(index)}
                  onClick={() => (run ? editor && run(editor) : onLink(!isLinking))}
                >
                  <Icon of={icon} size={18} />
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {children}
      {active.includes("Table") && editor && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend
        <div role="group" aria-label="Table" className="visual-row">
          {TABLE_COMMANDS.map(({ label, run }) => (
            <Button
              key={label}
              variant="quiet"
              size="sm"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(editor)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
