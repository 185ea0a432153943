import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { ConflictView } from "./conflict-view";
import { formOf, type PostForm } from "./post-form";

afterEach(unmount);

const BASE: PostForm = {
  ...formOf(null),
  title: "Base",
  content: "<p>one</p><p>two</p>",
  published_local: "",
};
const MINE = { ...BASE, title: "Mine", content: "<p>one</p><p>my two</p>" };
const STORED = { ...BASE, title: "Theirs", summary: "Sum", content: "<p>1</p><p>two</p>" };

it("merges what one side changed, and saves once a version of the rest is chosen", async () => {
  const onMerge = vi.fn();
  await render(
    <ConflictView
      mine={MINE}
      stored={STORED}
      base={BASE}
      onTake={() => {}}
      onTakeAll={() => {}}
      onKeepMine={() => {}}
      onMerge={onMerge}
    />,
  );
  const button = (name: string) =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  expect(document.body.textContent).toContain(
    "Taken from the saved version: Sidebar Summary, Main Content.",
  );
  expect(document.body.innerHTML).not.toContain("&lt;p&gt;");
  expect(button("Merge and save")?.disabled).toBe(true);
  const radios = document.querySelectorAll<HTMLInputElement>("input[type=radio]");
  expect(radios).toHaveLength(2);
  await doing(() => radios[0]?.click());
  await doing(() => button("Merge and save")?.click());
  expect(onMerge).toHaveBeenCalledWith({
    ...MINE,
    summary: "Sum",
    content: "<p>1</p><p>my two</p>",
  });
});
