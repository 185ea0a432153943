import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { AuthorDialog } from "./author-dialog";

const confirmed = vi.fn<(question?: string) => boolean>();
const onClose = vi.fn();

beforeEach(() => {
  vi.stubGlobal("confirm", confirmed.mockReset().mockReturnValue(false));
  onClose.mockReset();
});
afterEach(async () => {
  await unmount();
  dismissToast();
  vi.unstubAllGlobals();
});

async function draw() {
  const view = await render(
    <InApp>
      <AuthorDialog author="new" onClose={onClose} />
    </InApp>,
  );
  const press = (name: string) =>
    doing(() =>
      [...view.querySelectorAll("button")]
        .find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)
        ?.click(),
    );
  const write = (name: string, text: string) =>
    doing(() => type(view.querySelector<HTMLInputElement>(`[name=${name}]`), text));
  return { press, write };
}

it("asks before changes are discarded, and keeps them if the answer is no", async () => {
  const { press, write } = await draw();
  await write("bio", "Twenty years of logs.");
  for (const way of ["Close", "Cancel"]) await press(way);
  expect(confirmed).toHaveBeenCalledTimes(2);
  expect(onClose).not.toHaveBeenCalled();
  confirmed.mockReturnValue(true);
  await press("Close");
  expect(onClose).toHaveBeenCalledOnce();
});

it("asks before an added link is discarded", async () => {
  const { press } = await draw();
  await press("Add link");
  await press("Close");
  expect(confirmed).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});

it("does not ask if nothing was typed, nor after the author is saved", async () => {
  const first = await draw();
  await first.press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();

  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({ name: "Ann" }, { status: 201 })),
  );
  const { press, write } = await draw();
  await write("slug", "ann");
  await write("name", "Ann");
  await press("Add author");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(confirmed).not.toHaveBeenCalled();
});

it("asks before the page is left with changes, but not once they are discarded", async () => {
  confirmed.mockReturnValue(true);
  const { press, write } = await draw();
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(true);
  await write("bio", "Twenty years of logs.");
  expect(leave()).toBe(false);
  await press("Close");
  expect(leave()).toBe(true);
});
