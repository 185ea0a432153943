import { expect, it } from "vitest";
import { replacementText } from "./replacement-text";

it("says where a new file will be visible", () => {
  const posts = ["A", "B", "C"].map((title) => ({ id: title, title, in_trash: false }));
  const text = (count: number, ...authors: string[]) =>
    replacementText({ posts: posts.slice(0, count), authors, drafts: 0, previews: 0 });
  expect(replacementText(null)).toBe("Every page that shows the image will show the new file.");
  expect(text(0)).toBe("Not used anywhere.");
  expect(text(1)).toBe("Shown in 1 post: it will show the new file.");
  expect(text(3)).toBe("Shown in 3 posts: all of them will show the new file.");
  expect(text(0, "Ann")).toBe("Shown as the portrait of Ann: it will show the new file.");
  expect(text(1, "Ann")).toBe(
    "Shown in 1 post and as the portrait of Ann: all of them will show the new file.",
  );
  const unsaved = { posts: [], authors: [], drafts: 1, previews: 0 };
  expect(replacementText(unsaved)).toBe("Shown in 1 unsaved draft: it will show the new file.");
  expect(replacementText({ ...unsaved, authors: ["Ann"], drafts: 2, previews: 1 })).toBe(
    "Shown as the portrait of Ann and in 2 unsaved drafts and in 1 preview link: all of them will show the new file.",
  );
});
