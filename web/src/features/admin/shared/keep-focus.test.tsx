import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { keepFocus } from "./keep-focus";

afterEach(unmount);

function Notice({ isKept = false }: { isKept?: boolean }) {
  const [isShown, setShown] = useState(true);
  const close = () =>
    keepFocus(
      () => setShown(false),
      () => document.querySelector("h2"),
    );
  return (
    <>
      <h2>Heading</h2>
      <input />
      {(isShown || isKept) && (
        <button type="button" onClick={close}>
          Close
        </button>
      )}
    </>
  );
}

const press = (root: HTMLElement) => doing(() => root.querySelector("button")?.click());

it("moves the focus from a removed element to the next one", async () => {
  const root = await render(<Notice />);
  root.querySelector("button")?.focus();
  await press(root);
  expect(document.activeElement).toBe(root.querySelector("h2"));
});

it("does not move a focus that stays, nor set one where there was none", async () => {
  const root = await render(<Notice isKept />);
  const button = root.querySelector("button");
  button?.focus();
  await press(root);
  expect(document.activeElement).toBe(button);

  const other = await render(<Notice />);
  other.querySelector("input")?.focus();
  await press(other);
  expect(document.activeElement).toBe(other.querySelector("input"));

  await press(await render(<Notice />));
  expect(document.activeElement).toBe(document.body);
});
