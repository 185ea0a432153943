import type { MediaUses } from "../../../generated/api";

/** What a new file changes: "Shown in 3 posts: all of them will show the new file." */
export function replacementText(uses: MediaUses | null): string {
  if (uses === null) return "Every post that shows the image will show the new file.";
  const { length } = uses.posts;
  if (length === 0) return "Not used in any post.";
  return length === 1
    ? "Shown in 1 post: it will show the new file."
    : `Shown in ${length} posts: all of them will show the new file.`;
}
