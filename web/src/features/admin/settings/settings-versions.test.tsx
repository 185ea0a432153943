import { afterEach, expect, it, vi } from "vitest";
import type { VersionedSettings } from "../../../generated/api";
import { InApp } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { SettingsVersions } from "./settings-versions";

const onLoad = vi.fn<(version: VersionedSettings) => void>();
const confirm = vi.fn<() => boolean>();
let answer = (_: Response) => {};
vi.stubGlobal("confirm", confirm);
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
  onLoad.mockReset();
  confirm.mockReset();
});

const versions = [{ version: 1, created_text: "5 Nov 2026, 09:00" }] as Parameters<
  typeof SettingsVersions
>[0]["versions"];
const list = (isEdited: boolean) => (
  <InApp url="/admin/settings">
    <SettingsVersions versions={versions} current={2} isEdited={isEdited} onLoad={onLoad} />
  </InApp>
);

it.each([
  [true, 1],
  [false, 0],
])("asks before it replaces what was typed while a version loads: %s", async (yes, loads) => {
  confirm.mockReturnValue(yes);
  const root = await render(list(false));
  await doing(() => root.querySelector("button")?.click());
  await rerender(list(true));
  expect(confirm).not.toHaveBeenCalled();
  await doing(() => answer(Response.json({ version: 1 })));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(onLoad).toHaveBeenCalledTimes(loads);
});

it("loads a version without a question if nothing was typed", async () => {
  const root = await render(list(false));
  await doing(() => root.querySelector("button")?.click());
  await doing(() => answer(Response.json({ version: 1 })));
  expect(confirm).not.toHaveBeenCalled();
  expect(onLoad).toHaveBeenCalledExactlyOnceWith({ version: 1 });
});

it("loads the settings of the file as version 0", async () => {
  const root = await render(list(false));
  const button = [...root.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Settings of site.toml",
  );
  await doing(() => button?.click());
  expect(fetch).toHaveBeenLastCalledWith("/api/admin/settings/versions/0", expect.anything());
  await doing(() => answer(Response.json({ version: 0 })));
  expect(onLoad).toHaveBeenCalledExactlyOnceWith({ version: 0 });
});
