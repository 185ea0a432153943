import { afterEach, expect, it, vi } from "vitest";
import { sourceOf } from "../../../test-support/form-source";
import { render, unmount } from "../../../test-support/render";
import { HeadingField } from "./heading-field";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

/**
 * Renders the field on a page whose first field may have the focus. Returns the element that has the focus afterwards.
 */
async function focusedAfter({ isNew = true, isTouch = false, hasBegun = false }) {
  vi.stubGlobal("matchMedia", () => ({ matches: !isTouch }));
  const view = await render(
    <>
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        Create New Post
      </h1>
      <input name="other" ref={(input) => (hasBegun ? input?.focus() : undefined)} />
      <HeadingField sync={sourceOf()} isNew={isNew} set={() => {}} />
    </>,
  );
  return view.querySelector<HTMLInputElement>("input:focus")?.name ?? null;
}

it("has the focus when a new post is opened", async () => {
  expect(await focusedAfter({})).toBe("title");
});

it.each([
  ["a post that exists", { isNew: false }, null],
  ["a touch screen", { isTouch: true }, null],
  ["typing that has begun elsewhere", { hasBegun: true }, "other"],
])("does not move the focus for %s", async (_, given, name) => {
  expect(await focusedAfter(given)).toBe(name);
});
