import { afterEach, expect, it } from "vitest";
import { changingForm } from "../../../test-support/form-source";
import { type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { SlugField } from "./slug-field";

afterEach(unmount);

/** Renders the field of a post with the stored slug `saved`, or of a new post. */
async function draw(saved = "") {
  const form = changingForm();
  const { baseline } = form.source.state();
  form.change({ slug: saved });
  const source = {
    ...form.source,
    state: () => ({ ...form.source.state(), baseline: { ...baseline, slug: saved } }),
  };
  const view = await render(
    <SlugField
      sync={source}
      saved={saved}
      set={(field, value) => form.change({ [field]: value })}
    />,
  );
  const input = view.querySelector("input");
  return {
    typed: (text: string) => doing(() => type(input, text)),
    leave: () => doing(() => input?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }))),
    value: () => input?.value,
  };
}

it.each([
  ["Trailing Two!", "trailing-two-", "trailing-two"],
  ["-- lead", "---lead", "lead"],
  ["a -- b", "a----b", "a-b"],
  ["?!", "--", ""],
])("cleans up %j when it is left, not during typing", async (text, typed, settled) => {
  const field = await draw();
  await field.typed(text);
  expect(field.value()).toBe(typed);
  await field.leave();
  expect(field.value()).toBe(settled);
});

it("does not change a stored slug, which would change the address", async () => {
  const field = await draw("a--b-");
  await field.leave();
  expect(field.value()).toBe("a--b-");
});
