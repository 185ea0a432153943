import { afterEach, expect, it, vi } from "vitest";
import { InApp } from "../../../../test-support/in-app";
import { doing, render, unmount } from "../../../../test-support/render";
import { dismissToast, useToast } from "../../../../ui/overlay/toast-store";
import { useImport } from "./use-import";

let answer = (_: Response) => {};
vi.stubGlobal(
  "fetch",
  vi.fn<typeof fetch>(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  ),
);
afterEach(async () => {
  await unmount();
  dismissToast();
});

const FILE = new File([JSON.stringify([{ title: "Log files", slug: "log-files" }])], "posts.json");

function Steps() {
  const { select, upload } = useImport(() => {});
  return (
    <>
      <button type="button" onClick={() => select(FILE)} />
      <button type="button" onClick={() => void upload()} />
    </>
  );
}

it.each([200, 500])("ignores a check that ends after closing: %i", async (status) => {
  const root = await render(
    <InApp url="/admin/blog">
      <Steps />
    </InApp>,
  );
  for (const button of root.querySelectorAll("button")) await doing(() => button.click());
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  dismissToast();
  await unmount();
  await doing(() => answer(Response.json({ entries: [] }, { status })));
  expect(useToast.getState()).toBeNull();
});
