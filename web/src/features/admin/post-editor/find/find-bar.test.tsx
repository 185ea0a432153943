import { afterEach, expect, it } from "vitest";
import { type } from "../../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../../test-support/render";
import { FindBar } from "./find-bar";
import type { Finder, Found } from "./finder";

afterEach(unmount);

/** Returns a finder in which replacing leaves `count` matches. */
function textOf(count: number): Finder {
  const listeners = new Set<() => void>();
  let found: Found = { count, at: 0 };
  const change = (at: number) => {
    found = { count, at };
    for (const listener of listeners) listener();
  };
  return {
    selected: () => "the",
    search: () => change(0),
    step: (by) => change(found.at + by),
    replace: () => change(found.at + 1),
    replaceAll: () => {
      change(0);
      return count;
    },
    close: () => {},
    found: () => found,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

it("shows the number of replacements until the next change or search", async () => {
  const view = await render(<FindBar finder={textOf(86)} request={1} onClose={() => {}} />);
  const press = (name: string) =>
    doing(() =>
      [...view.querySelectorAll("button")]
        .find((one) => [one.textContent, one.getAttribute("aria-label")].includes(name))
        ?.click(),
    );
  const status = () => view.querySelector("[role=status]")?.textContent;
  expect(status()).toBe("1/86");
  for (const [next, count] of [
    ["Next match", "2/86"],
    ["Replace", "2/86"],
  ] as const) {
    await press("Replace all");
    expect(status()).toBe("86 replaced");
    await press(next);
    expect(status()).toBe(count);
  }
  await press("Replace all");
  await doing(() => type(view.querySelector("[aria-label=Find]"), "a"));
  expect(status()).toBe("1/86");
});

it("selects its words at each request, and takes over the words selected in the text", async () => {
  const finder = textOf(1);
  const bar = (request: number) => <FindBar finder={finder} request={request} onClose={() => {}} />;
  const view = await render(bar(1));
  const field = view.querySelector<HTMLInputElement>("[aria-label=Find]");
  const selected = () =>
    field?.value.slice(field.selectionStart ?? undefined, field.selectionEnd ?? undefined);
  expect(selected()).toBe("the");
  finder.selected = () => "";
  await doing(() => type(field, "words"));
  expect(selected()).toBe("");
  await rerender(bar(2));
  expect(selected()).toBe("words");
  finder.selected = () => "other";
  await rerender(bar(3));
  expect(selected()).toBe("other");
});
