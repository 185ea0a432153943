import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changingForm } from "../../../test-support/form-source";
import { doing, render, unmount } from "../../../test-support/render";
import { ConflictView } from "./conflict-view";
import { formOf, type PostForm } from "./post-form";

const BASE: PostForm = {
  ...formOf(null),
  title: "Base",
  content: "<p>one</p><p>two</p>",
  published_local: "",
};
const MINE = { ...BASE, title: "Mine", content: "<p>one</p><p>my two</p>" };
const STORED = { ...BASE, title: "Theirs", summary: "Sum", content: "<p>1</p><p>two</p>" };
/** Longer than the delay before the versions are compared again. */
const PAUSE = 1000;

beforeEach(() => vi.useFakeTimers());

afterEach(async () => {
  await unmount();
  vi.useRealTimers();
});

/** Shows both versions. `flush` passes pending changes of the content editor to the form. */
async function show(flush = () => {}) {
  const { source, change } = changingForm(MINE);
  const onMerge = vi.fn<(form: PostForm) => void>();
  await render(
    <ConflictView
      mine={{ ...source, flush }}
      stored={STORED}
      base={BASE}
      onTake={(field) => change({ [field]: STORED[field] })}
      onTakeAll={() => {}}
      onKeepMine={() => {}}
      onMerge={onMerge}
    />,
  );
  const button = (name: string) =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  const press = (name: string) =>
    doing(() => {
      button(name)?.focus();
      button(name)?.click();
    });
  const choose = (index: number) =>
    doing(() => document.querySelectorAll<HTMLInputElement>("input[type=radio]")[index]?.click());
  return { change, onMerge, button, press, choose };
}

const headings = () => [...document.querySelectorAll("h3")].map(({ textContent }) => textContent);

it("merges what only one side changed, and saves once the rest is chosen", async () => {
  const { onMerge, button, choose, press } = await show();
  expect(document.body.textContent).toContain(
    "Taken from the saved version: Sidebar Summary, Main Content.",
  );
  expect(document.body.innerHTML).not.toContain("&lt;p&gt;");
  expect(button("Merge and save")?.disabled).toBe(true);
  expect(document.querySelectorAll("input[type=radio]")).toHaveLength(2);
  await choose(0);
  await press("Merge and save");
  expect(onMerge).toHaveBeenCalledWith({
    ...MINE,
    summary: "Sum",
    content: "<p>1</p><p>my two</p>",
  });
});

it("compares again once typing pauses", async () => {
  const { change } = await show();
  await doing(() => change({ author: "Ann" }));
  expect(headings()).not.toContain("Author");
  await doing(() => vi.advanceTimersByTimeAsync(PAUSE));
  expect(headings()).toContain("Author");
});

it("removes a field at once when the saved version of it is taken", async () => {
  const { press } = await show();
  await press("Use saved Heading");
  expect(headings()).not.toContain("Heading");
  expect(document.activeElement).toBe(document.querySelector("h3"));
});

it("merges what was typed since the versions were compared", async () => {
  const unsent = { flush: () => {} };
  const { change, onMerge, choose, press } = await show(() => unsent.flush());
  await choose(0);
  await doing(() => change({ author: "Ann" }));
  unsent.flush = () => change({ content: "<p>one</p><p>my two, typed on</p>" });
  await press("Merge and save");
  expect(onMerge).toHaveBeenCalledWith({
    ...MINE,
    author: "Ann",
    summary: "Sum",
    content: "<p>1</p><p>my two, typed on</p>",
  });
});

it("asks for a choice if what was typed since conflicts", async () => {
  const { change, onMerge, button, choose, press } = await show();
  await choose(0);
  await doing(() => change({ summary: "Mine too" }));
  await press("Merge and save");
  expect(onMerge).not.toHaveBeenCalled();
  expect(document.querySelectorAll("input[type=radio]")).toHaveLength(4);
  expect(button("Merge and save")?.disabled).toBe(true);
});
