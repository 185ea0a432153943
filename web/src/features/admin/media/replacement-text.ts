import type { MediaUses } from "../../../generated/api";

/** Returns what a new file affects: "Shown in 3 posts: all of them will show the new file." */
export function replacementText(uses: MediaUses | null): string {
  if (uses === null) return "Every page that shows the image will show the new file.";
  const posts = uses.posts.length;
  const places = uses.authors.map((name) => `as the portrait of ${name}`);
  if (posts > 0) places.unshift(posts === 1 ? "in 1 post" : `in ${posts} posts`);
  if (places.length === 0) return "Not used anywhere.";
  const effect = posts + uses.authors.length === 1 ? "it will show" : "all of them will show";
  return `Shown ${places.join(" and ")}: ${effect} the new file.`;
}
