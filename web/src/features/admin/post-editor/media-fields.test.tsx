import { afterEach, expect, it, vi } from "vitest";
import type { Media } from "../../../generated/api";
import type { ApiResult } from "../../../lib/api";
import { sourceOf } from "../../../test-support/form-source";
import { image } from "../../../test-support/media";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { uploadImage } from "../media/upload";
import { LIMITS } from "../media/upload-rules";
import { MediaFields } from "./media-fields";

vi.mock("../media/upload");

afterEach(async () => {
  await unmount();
  dismissToast();
});

const chart = () => new File(["<svg/>"], "chart.svg", { type: "image/svg+xml" });

/** Uploads a file as hero or thumbnail image. Returns a function that answers the request, and the calls in order. */
async function upload(index: number, chosen: File) {
  let answer = (_: ApiResult<Media>) => {};
  vi.mocked(uploadImage).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const calls: unknown[] = [];
  const view = await render(
    <MediaFields
      sync={sourceOf()}
      set={(field, value) => calls.push([field, value])}
      onRunning={(change) => calls.push(change)}
    />,
  );
  const input = view.querySelectorAll<HTMLInputElement>("input[type=file]")[index];
  if (!input) throw new Error("Nothing takes files");
  Object.defineProperty(input, "files", { value: [chosen] });
  await doing(() => input.dispatchEvent(new Event("change", { bubbles: true })));
  return { view, calls, answer: (result: ApiResult<Media>) => doing(() => answer(result)) };
}

it.each([
  [0, "featured_image"],
  [1, "thumbnail_image"],
])("counts an upload as running until the field %i has its address", async (index, field) => {
  const { calls, answer } = await upload(index, chart());
  expect(calls).toEqual([1]);
  await answer({ ok: true, data: image });
  await vi.waitFor(() => expect(calls).toEqual([1, [field, image.url], -1]));
});

it("no longer counts an upload that failed or was refused", async () => {
  const { calls, answer } = await upload(0, chart());
  await answer({ ok: false, status: 500, error: { code: "internal", message: "" } });
  await vi.waitFor(() => expect(calls).toEqual([1, -1]));
  const large = Object.defineProperty(chart(), "size", { value: LIMITS.post + 1 });
  const refused = await upload(0, large);
  await vi.waitFor(() => expect(refused.calls).toEqual([1, -1]));
});

it("takes no other image while one is uploaded into the field", async () => {
  const { view, answer } = await upload(0, chart());
  const gallery = view.querySelector<HTMLButtonElement>('[aria-label="Gallery for the hero"]');
  expect(gallery?.disabled).toBe(true);
  const first = [...view.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Media Gallery",
  );
  expect(first?.disabled).toBe(true);
  await answer({ ok: true, data: image });
  await vi.waitFor(() => expect(gallery?.disabled).toBe(false));
  expect(first?.disabled).toBe(false);
});
