import { Editor } from "@tiptap/core";
import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../../test-support/render";
import { BrokenLinks } from "./broken-links";
import { extensions } from "./extensions";
import { toHtml } from "./html";
import { LinkBox } from "./link-box";
import { VideoBox } from "./video-box";

let editor: Editor;
afterEach(async () => {
  await unmount();
  editor.destroy();
});

const onClose = vi.fn();

/** Renders a box beside a text whose first word is selected, with `typed` in its field. */
async function ask(Box: typeof LinkBox, typed: string, content = "<p>One two</p>") {
  onClose.mockClear();
  editor = new Editor({ extensions: [...extensions, BrokenLinks], content });
  editor.commands.setTextSelection({ from: 1, to: 4 });
  const root = await render(<Box editor={editor} onClose={onClose} />);
  const field = root.querySelector("input") as HTMLInputElement;
  await doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return field;
}
const press = (target: Element) =>
  doing(() => target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
const enter = (field: Element) =>
  doing(() =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
    ),
  );
const text = () => toHtml(editor.state.doc);

it("applies an address once when something outside the box is pressed", async () => {
  await ask(LinkBox, "example.com/a");
  await press(document.body);
  await press(document.body);
  expect(text()).toBe('<p><a href="https://example.com/a">One</a> two</p>');
  expect(onClose).toHaveBeenCalledTimes(1);
  await unmount();
  await ask(VideoBox, "youtu.be/x");
  await press(document.body);
  expect(text()).toContain('<figure class="video"><a href="https://youtu.be/x">');
});

it("applies an address when the focus moves elsewhere", async () => {
  const field = await ask(LinkBox, "/about");
  const other = document.body.appendChild(document.createElement("button"));
  await doing(() => {
    field.focus();
    other.focus();
  });
  expect(text()).toBe('<p><a href="/about">One</a> two</p>');
  expect(document.activeElement).toBe(other);
});

it("applies a target chosen by arrow key when something outside the box is pressed", async () => {
  const field = await ask(LinkBox, "se");
  await doing(() =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }),
    ),
  );
  const option = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  const href = option?.querySelector(".mono")?.textContent?.split(" ").at(-1);
  expect(href).toBeTruthy();
  await press(document.body);
  expect(text()).toContain(`href="${href}"`);
});

it("returns the focus at once, as doing so later would reset a moved caret", async () => {
  const field = await ask(LinkBox, "/about");
  document.body.append(editor.view.dom);
  field.focus();
  const later = vi.spyOn(window, "requestAnimationFrame");
  await enter(field);
  expect(document.activeElement).toBe(editor.view.dom);
  expect(later).not.toHaveBeenCalled();
  later.mockRestore();
});

it("discards what is not an address, and what is typed before Escape", async () => {
  for (const [Box, typed] of [
    [LinkBox, "javascript:alert(1)"],
    [LinkBox, "a"],
    [VideoBox, "example.com"],
  ] as const) {
    await ask(Box, typed);
    await press(document.body);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(text()).toBe("<p>One two</p>");
    await unmount();
  }
  const field = await ask(LinkBox, "example.com");
  await doing(() =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
    ),
  );
  await press(document.body);
  expect(text()).toBe("<p>One two</p>");
});

it("does not link a single word without a match, unless it is the stored address", async () => {
  // Too short for a search, whose response would have to be awaited.
  await enter(await ask(LinkBox, "ü"));
  expect(document.body.textContent).toContain("No page or post was found.");
  expect(text()).toBe("<p>One two</p>");
  await unmount();
  const linked = '<p><a href="pricing">One</a> two</p>';
  await enter(await ask(LinkBox, "pricing", linked));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(text()).toBe(linked);
});

it("links an email address as an email", async () => {
  await enter(await ask(LinkBox, "info@example.com"));
  expect(text()).toBe('<p><a href="mailto:info@example.com">One</a> two</p>');
});
