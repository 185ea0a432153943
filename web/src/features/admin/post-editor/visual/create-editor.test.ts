import type { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { createEditor } from "./create-editor";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

it("handles a key with the browser's selection, before the selection event", () => {
  const element = document.body.appendChild(document.createElement("div"));
  editor = createEditor({
    html: "<p>One</p><p>Two</p>",
    attributes: () => ({}),
    onEdit: () => {},
    onRunning: () => {},
  });
  editor.mount(element);
  const text = editor.view.dom;
  text.focus();
  editor.commands.setTextSelection(1);
  const second = text.querySelectorAll("p")[1]?.firstChild as Text;
  const holdBack = (event: Event) => event.stopPropagation();
  window.addEventListener("selectionchange", holdBack, { capture: true });
  document.getSelection()?.setBaseAndExtent(second, 3, second, 1);
  window.removeEventListener("selectionchange", holdBack, { capture: true });
  expect(editor.state.selection).toMatchObject({ from: 1, to: 1 });
  text.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  expect(editor.state.selection).toMatchObject({ from: 7, to: 9 });
});
