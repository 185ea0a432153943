import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../../../test-support/render";
import type { ImportFile, ImportPost } from "./import-file";
import { ImportPreview } from "./import-preview";

afterEach(unmount);

const post = (index: number, more: Partial<ImportPost>): ImportPost => ({
  index,
  value: {},
  title: `Post ${index}`,
  slug: `post-${index}`,
  state: "live",
  problems: [],
  warnings: [],
  ...more,
});

it("counts the warnings of the posts that are submitted", async () => {
  const file: ImportFile = {
    posts: [
      post(0, { warnings: ["No text"] }),
      post(1, { warnings: ["No text"] }),
      post(2, { problems: ["The slug is taken"], warnings: ["No text"] }),
    ],
    skipped: [],
    isRepaired: false,
    isChecked: true,
  };
  const view = await render(
    <ImportPreview file={file} onSubmit={() => {}} onStartOver={() => {}} />,
  );
  expect(view.textContent).toContain("2 posts ready");
  expect(view.textContent).toContain("1 post can't be imported and is left out.");
  expect(view.textContent).toContain("2 posts will be imported with a warning.");
  await doing(() => view.querySelector<HTMLElement>("input")?.click());
  expect(view.textContent).toContain("1 post will be imported with a warning.");
});

it("shows what each post will be", async () => {
  const file: ImportFile = {
    posts: [post(0, {}), post(1, { state: "scheduled" }), post(2, { state: "draft" })],
    skipped: [],
    isRepaired: false,
    isChecked: true,
  };
  const view = await render(
    <ImportPreview file={file} onSubmit={() => {}} onStartOver={() => {}} />,
  );
  const states = [...view.querySelectorAll("td:last-child")].map((cell) => cell.textContent);
  expect(states).toEqual(["Published", "Scheduled", "Draft"]);
});
