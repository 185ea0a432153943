import { expect, it } from "vitest";
import { replacementText } from "./replacement-text";

it("says where a new file will be visible", () => {
  const posts = ["A", "B"].map((title) => ({ id: title, title, in_trash: false }));
  const none = { posts: [], authors: [], drafts: 0, previews: 0, versions: 0 };
  expect(replacementText(null)).toBe("Every page that shows the image will show the new file.");
  expect(replacementText(none)).toBe("Not used anywhere.");
  for (const use of [{ posts: posts.slice(1) }, { authors: ["Ann"] }, { drafts: 1 }])
    expect(replacementText({ ...none, ...use })).toBe(
      "Used in one place, which will show the new file.",
    );
  expect(replacementText({ posts, authors: ["Ann"], drafts: 2, previews: 1, versions: 0 })).toBe(
    "Used in 6 places, which will all show the new file.",
  );
});
