import type { MediaUses } from "../../../generated/api";

/** Returns what a new file affects: "Shown in 3 posts: all of them will show the new file." */
export function replacementText(uses: MediaUses | null): string {
  if (uses === null) return "Every page that shows the image will show the new file.";
  const { posts, authors, drafts, previews } = uses;
  const places = authors.map((name) => `as the portrait of ${name}`);
  if (posts.length > 0) places.unshift(`in ${counted(posts.length, "post")}`);
  places.push(...unsavedPlaces(uses).map((place) => `in ${place}`));
  if (places.length === 0) return "Not used anywhere.";
  const count = posts.length + authors.length + drafts + previews;
  const effect = count === 1 ? "it will show" : "all of them will show";
  return `Shown ${places.join(" and ")}: ${effect} the new file.`;
}

/** Returns the unsaved work that contains an image: "1 unsaved draft", "2 preview links". */
export function unsavedPlaces({ drafts, previews }: MediaUses): string[] {
  const places: string[] = [];
  if (drafts > 0) places.push(counted(drafts, "unsaved draft"));
  if (previews > 0) places.push(counted(previews, "preview link"));
  return places;
}

function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}
