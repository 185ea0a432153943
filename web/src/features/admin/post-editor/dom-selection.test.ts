import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { takeDomSelection } from "./dom-selection";
import { extensions } from "./visual/extensions";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

it("takes the browser's selection before the browser tells of it", () => {
  const element = document.body.appendChild(document.createElement("div"));
  editor = new Editor({ element, extensions, content: "<p>One</p><p>Two</p>" });
  editor.commands.setTextSelection(1);
  const second = element.querySelectorAll("p")[1]?.firstChild as Text;
  document.getSelection()?.setBaseAndExtent(second, 3, second, 1);
  expect(editor.state.selection).toMatchObject({ from: 1, to: 1 });
  takeDomSelection(editor);
  expect(editor.state.selection).toMatchObject({ from: 7, to: 9 });
});
