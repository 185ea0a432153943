/** Returns the addresses to try in order: the image, its fallback, then .png and .jpg in place of .webp or .png. */
export function imageCandidates(src: string, fallback?: string): string[] {
  const candidates = [src];
  if (fallback) candidates.push(fallback);
  const [, stem, extension] = /^(.*)\.(webp|png)$/i.exec(src) ?? [];
  if (stem && extension?.toLowerCase() === "webp") candidates.push(`${stem}.png`);
  if (stem) candidates.push(`${stem}.jpg`);
  return [...new Set(candidates)];
}
