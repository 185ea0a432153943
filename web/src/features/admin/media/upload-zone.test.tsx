import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { UploadZone } from "./upload-zone";

afterEach(unmount);

/** A drag event that has come from or goes to another element. */
function drag(type: string, relatedTarget: EventTarget | null): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(event, { relatedTarget });
}

it("stays marked while a file is dragged over its children", async () => {
  const view = await render(
    <UploadZone running={[]} onFiles={() => {}}>
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
