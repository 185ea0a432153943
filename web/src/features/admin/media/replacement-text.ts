import type { MediaUses } from "../../../generated/api";

/** Returns what a new file affects: "Shown in 3 places: all of them will show the new file." */
export function replacementText(uses: MediaUses | null): string {
  if (!uses) return "Every page that shows the image will show the new file.";
  const count = uses.posts.length + uses.authors.length + uses.drafts + uses.previews;
  if (count === 0) return "Not used anywhere.";
  return count === 1
    ? "Shown in one place: it will show the new file."
    : `Shown in ${count} places: all of them will show the new file.`;
}
