/** The addresses to try in turn: the image, its fallback, then the .png and .jpg beside a .webp or .png. */
export function imageCandidates(src: string, fallback?: string): string[] {
  const candidates = [src];
  if (fallback) candidates.push(fallback);
  const [, stem, extension] = /^(.*)\.(webp|png)$/i.exec(src) ?? [];
  if (stem && extension?.toLowerCase() === "webp") candidates.push(`${stem}.png`);
  if (stem) candidates.push(`${stem}.jpg`);
  return [...new Set(candidates)];
}
