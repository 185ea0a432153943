import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Media } from "../../../generated/api";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { UploadZone } from "./upload-zone";

afterEach(unmount);

const ignored = { onAnswered: () => {}, onDescribed: () => {}, onFiles: () => {} };

/** A drag event with the element that the pointer comes from or goes to. */
function drag(type: string, relatedTarget: EventTarget | null): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(event, { relatedTarget });
}

it("stays highlighted while a file is dragged over its children", async () => {
  const view = await render(
    <UploadZone running={[]} waiting={[]} {...ignored}>
      <button type="button">Upload</button>
    </UploadZone>,
  );
  const zone = view.querySelector("section");
  const child = view.querySelector("button");
  if (!zone || !child) throw new Error("No zone");
  const isMarked = () => zone.classList.contains("media-zone-over");
  await doing(() => zone.dispatchEvent(drag("dragover", null)));
  expect(isMarked()).toBe(true);
  await doing(() => zone.dispatchEvent(drag("dragleave", child)));
  expect(isMarked()).toBe(true);
  await doing(() => zone.dispatchEvent(drag("dragleave", document.body)));
  expect(isMarked()).toBe(false);
});

/** A zone with two images that have no text yet. */
function Uploaded() {
  const [waiting, setWaiting] = useState(["a", "b"]);
  return (
    <UploadZone
      {...ignored}
      running={[]}
      waiting={waiting.map((id) => ({ id, file_name: `${id}.png` }) as Media)}
      onAnswered={(id) => setWaiting((before) => before.filter((one) => one !== id))}
    >
      <button type="button">Upload</button>
    </UploadZone>
  );
}

it("focuses the text field of each new image, then returns to the button", async () => {
  const view = await render(<Uploaded />);
  const skip = () =>
    doing(() =>
      [...view.querySelectorAll("button")].find((one) => one.textContent === "Skip")?.click(),
    );
  for (const name of ["a.png", "b.png"]) {
    expect(view.querySelector("label")?.textContent).toContain(`What does ${name} show?`);
    expect(document.activeElement).toBe(view.querySelector("input"));
    await skip();
  }
  expect(view.querySelector("input")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Upload");
});

it("leaves the focus elsewhere if it has moved, and announces the request", async () => {
  const draw = (isUploaded: boolean) => (
    <>
      <a href="/admin/media">All folders</a>
      {isUploaded && <Uploaded />}
    </>
  );
  const view = await render(draw(false));
  view.querySelector("a")?.focus();
  await rerender(draw(true));
  expect(document.activeElement).toBe(view.querySelector("a"));
  expect(view.querySelector("[role=status]")?.textContent).toBe(
    "a.png uploaded. Add its alt text.",
  );
});

it.each([
  ["an image", "button", "", true],
  ["an image with its text", "button", "Cells", true],
  ["an image into a text field", "input", "", true],
  ["text into a text field, with a picture of it", "input", "Cells", false],
])("pastes %s", async (_, selector, text, isUploaded) => {
  const onFiles = vi.fn();
  const view = await render(
    <>
      <UploadZone running={[]} waiting={[]} {...ignored} onFiles={onFiles}>
        <button type="button">Upload</button>
      </UploadZone>
      <input type="search" />
    </>,
  );
  const files = [new File(["x"], "cells.png", { type: "image/png" })];
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { files, getData: () => text },
  });
  await doing(() => view.querySelector(selector)?.dispatchEvent(event));
  expect(onFiles).toHaveBeenCalledTimes(isUploaded ? 1 : 0);
  expect(event.defaultPrevented).toBe(isUploaded);
});
