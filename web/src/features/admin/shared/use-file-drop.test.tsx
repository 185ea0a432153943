import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { useFileDrop } from "./use-file-drop";

afterEach(unmount);

const onFiles = vi.fn();

function Zone({ isDisabled }: { isDisabled: boolean }) {
  const { isOver, dropProps } = useFileDrop(onFiles, isDisabled);
  return <section {...dropProps} data-over={isOver} />;
}

/** Drags a file over the zone, then drops it there. */
async function dragAndDrop(isDisabled: boolean) {
  const zone = (await render(<Zone isDisabled={isDisabled} />)).querySelector("section");
  const event = (type: string) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [new File(["{}"], "posts.json")] },
    });
  await doing(() => zone?.dispatchEvent(event("dragover")));
  const wasMarked = zone?.dataset.over;
  const drop = event("drop");
  await doing(() => zone?.dispatchEvent(drop));
  return { wasMarked, isMarked: zone?.dataset.over, isTaken: drop.defaultPrevented };
}

it("highlights the zone under a dragged file and returns dropped files", async () => {
  const seen = await dragAndDrop(false);
  expect(seen).toEqual({ wasMarked: "true", isMarked: "false", isTaken: true });
  expect(onFiles.mock.calls[0]?.[0].map((file: File) => file.name)).toEqual(["posts.json"]);
});

it("accepts no files while disabled, and prevents the browser from opening them", async () => {
  onFiles.mockReset();
  const seen = await dragAndDrop(true);
  expect(seen).toEqual({ wasMarked: "false", isMarked: "false", isTaken: true });
  expect(onFiles).not.toHaveBeenCalled();
});
