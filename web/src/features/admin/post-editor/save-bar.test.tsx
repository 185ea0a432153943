import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sourceOf } from "../../../test-support/form-source";
import { doing, render, unmount } from "../../../test-support/render";
import { formOf } from "./post-form";
import { SaveBar } from "./save-bar";

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date("2027-01-15T08:59:50"),
    toFake: ["Date", "setInterval", "clearInterval"],
  });
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
});

it("shows a scheduled post as live after its publish date, even if nobody types", async () => {
  const saved = {
    ...formOf(null),
    slug: "log-files",
    published: true,
    published_local: "2027-01-15T09:00",
  };
  const bar = await render(
    <SaveBar
      sync={sourceOf(saved)}
      saved={saved}
      isDirty={false}
      draftStatus={{ link: "working", savedAt: null, isOnDevice: false }}
      isBusy={false}
      onPreview={() => {}}
      onSave={() => {}}
      onPublish={() => {}}
    />,
  );
  const view = () => bar.querySelector("a[href='/blog/log-files']");
  expect(bar.querySelector(".save-bar-state")?.textContent).toContain(
    "Scheduled for 15 Jan, 09:00",
  );
  expect(view()).toBeNull();
  await doing(() => vi.advanceTimersByTime(15_000));
  expect(bar.querySelector(".save-bar-state")?.textContent).toContain("Live");
  expect(view()).not.toBeNull();
});
