import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useCallback, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { tabOfKey } from "../../../../ui/widgets/tab-keys";
import { AddressRow } from "./address-row";
import { COMMANDS, GROUPS, LINK, TABLE_COMMANDS } from "./commands";
import { ImageRow } from "./image-row";
import { isSafeAddress } from "./kept-html";

/** Before the place of the image that is chosen. */
const IMAGE = "Image at ";

/** Labels of what is on where the cursor is. A text, so that a key that changes nothing of it draws nothing. */
const activeOf = (editor: Editor): string => {
  const labels = COMMANDS.filter(({ isActive }) => isActive?.(editor)).map(({ label }) => label);
  if (editor.isActive("image")) labels.push(`${IMAGE}${editor.state.selection.from}`);
  return labels.join();
};

/** The tools of the visual editor. One stop for Tab; the arrow keys go through them. */
export function Toolbar({ editor, controls }: { editor: Editor | null; controls: string }) {
  const [at, setAt] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor?.on("transaction", onChange);
      return () => void editor?.off("transaction", onChange);
    },
    [editor],
  );
  const active = useSyncExternalStore(
    subscribe,
    () => (editor ? activeOf(editor) : ""),
    () => "",
  ).split(",");

  const image = active.find((label) => label.startsWith(IMAGE));

  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabOfKey(event, at, COMMANDS.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  };
  const linkTo = (address: string) => {
    setIsAsking(false);
    if (!editor) return;
    const chain = editor.chain().focus();
    const isNewText = editor.state.selection.empty && !editor.isActive("link");
    if (address === "") chain.extendMarkRange("link").unsetLink().run();
    else if (isNewText)
      chain.insertContent({ type: "text", text: address, marks: [linkMark(address)] }).run();
    else chain.extendMarkRange("link").setMark("link", { href: address }).run();
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
        {GROUPS.map((group) => (
          <div key={group[0]?.label} className="visual-group">
            {group.map((command) => {
              const { label, icon, isActive, run } = command;
              const index = COMMANDS.indexOf(command);
              return (
                <button
                  key={label}
                  type="button"
                  className="icon-btn"
                  aria-label={label}
                  title={label}
                  aria-pressed={isActive ? active.includes(label) : undefined}
                  aria-expanded={label === LINK.label ? isAsking : undefined}
                  tabIndex={index === at ? 0 : -1}
                  disabled={editor === null}
                  // The text keeps its selection.
                  onMouseDown={(event) => event.preventDefault()}
                  onFocus={() => setAt(index)}
                  onClick={() => (run ? editor && run(editor) : setIsAsking(!isAsking))}
                >
                  <Icon of={icon} size={18} />
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {isAsking && editor && (
        <AddressRow
          label="Link address"
          action="Apply link"
          initial={(editor.getAttributes("link").href as string | undefined) ?? ""}
          problem={(address) =>
            isSafeAddress(address) ? null : "A web address, a path, mailto: or tel: only."
          }
          mayBeEmpty={active.includes(LINK.label)}
          onDone={linkTo}
          onCancel={() => {
            setIsAsking(false);
            editor.commands.focus();
          }}
        />
      )}
      {image && editor && <ImageRow key={image} editor={editor} />}
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

const linkMark = (href: string) => ({ type: "link", attrs: { href } });
