import { useRef, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { CategoryField } from "./category-field";

afterEach(unmount);

/** The category field with a button that saves. */
function Post() {
  const [categories, setCategories] = useState<readonly string[]>(["SEO"]);
  const addTyped = useRef(() => {});
  return (
    <>
      <CategoryField
        categories={categories}
        fixed={[]}
        inUse={[]}
        onChange={setCategories}
        addTyped={addTyped}
      />
      <a href="/admin/media">Media</a>
      <button id="save" type="button" onClick={() => addTyped.current()} />
    </>
  );
}

it("adds the text in the field before a save, and leaves the focus where it is", async () => {
  const view = await render(<Post />);
  const input = view.querySelector("input");
  const save = view.querySelector<HTMLElement>("#save");
  const chips = () => [...view.querySelectorAll(".chip span")].map((one) => one.textContent);
  save?.focus();
  for (const [text, chosen] of [
    [" Field  notes", ["SEO", "Field notes"]],
    ["seo", ["SEO", "Field notes"]],
    ["", ["SEO", "Field notes"]],
  ] as const) {
    await doing(() => type(input, text));
    await doing(() => save?.click());
    expect(chips()).toEqual(chosen);
    expect(input?.value).toBe("");
    expect(document.activeElement).toBe(save);
  }
});

it("asks before the page is left with a category that was not added", async () => {
  const ask = vi.fn(() => false);
  vi.stubGlobal("confirm", ask);
  const view = await render(<Post />);
  const leave = () => doing(() => view.querySelector("a")?.click());
  await doing(() => type(view.querySelector("input"), "Field notes"));
  await leave();
  expect(ask).toHaveBeenCalledTimes(1);
  await doing(() => type(view.querySelector("input"), " "));
  view.querySelector("a")?.addEventListener("click", (event) => event.preventDefault());
  await leave();
  expect(ask).toHaveBeenCalledTimes(1);
});
