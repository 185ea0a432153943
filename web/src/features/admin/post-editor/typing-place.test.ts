import type { Editor } from "@tiptap/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { formOf } from "./post-form";
import {
  resumeInField,
  resumeInText,
  savePlace,
  saveTyped,
  startsFocused,
  takeTyped,
} from "./typing-place";
import { createEditor } from "./visual/create-editor";

let editor: Editor;
let form: HTMLFormElement;

beforeEach(() => {
  form = document.createElement("form");
  form.innerHTML = '<input name="title" value="How to rank"><div></div>';
  document.body.replaceChildren(form);
  editor = createEditor({
    html: "<p>One</p><p>Two</p>",
    attributes: () => ({}),
    onEdit: () => {},
    onRunning: () => {},
  });
  editor.mount(form.querySelector("div") as HTMLElement);
  editor.commands.setTextSelection(1);
});
afterEach(() => {
  savePlace("", null);
  editor.destroy();
});

const selected = () => [editor.state.selection.from, editor.state.selection.to];

it("restores a place in the text once, and only in the post that it belongs to", () => {
  savePlace("0191", { field: null, from: 7, to: 9 });
  resumeInText("0192", editor);
  resumeInText("", editor);
  expect(selected()).toEqual([1, 1]);
  resumeInText("0191", editor);
  expect(selected()).toEqual([7, 9]);
  editor.commands.setTextSelection(1);
  resumeInText("0191", editor);
  expect(selected()).toEqual([1, 1]);
});

it("knows whether the post was written in focus mode", () => {
  form.className = "editor";
  savePlace("0191", null);
  expect(startsFocused("0191")).toBe(false);
  form.dataset.focus = "";
  savePlace("0191", null);
  expect(startsFocused("0191")).toBe(true);
  expect(startsFocused("0192")).toBe(false);
});

it("restores a place in a field only in the post that it belongs to", () => {
  const title = form.querySelector("input");
  savePlace("0191", { field: "title", from: 4, to: 6 });
  resumeInField("0192", form);
  resumeInText("0191", editor);
  expect(document.activeElement).not.toBe(title);
  resumeInField("0191", form);
  expect(document.activeElement).toBe(title);
  expect([title?.selectionStart, title?.selectionEnd]).toEqual([4, 6]);
});

it("passes on what was typed since the save once, and only to the post that it belongs to", () => {
  const sent = formOf(null);
  saveTyped("0191", { ...sent, content: "<p>More</p>" }, sent);
  expect(takeTyped("0191")).toEqual({ content: "<p>More</p>" });
  expect(takeTyped("0191")).toBeNull();
  saveTyped("0191", { ...sent, title: "B" }, sent);
  expect(takeTyped("0192")).toBeNull();
  expect(takeTyped("0191")).toBeNull();
});
