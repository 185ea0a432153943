import type { MediaUses } from "../../../generated/api";

/** Returns what a new file affects: "Used in 3 places, which will all show the new file." */
export function replacementText(uses: MediaUses | null): string {
  if (!uses) return "Every page that shows the image will show the new file.";
  const count = uses.posts.length + uses.authors.length + uses.drafts + uses.previews;
  if (count === 0) return "Not used anywhere.";
  return count === 1
    ? "Used in one place, which will show the new file."
    : `Used in ${count} places, which will all show the new file.`;
}
