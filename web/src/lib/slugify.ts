/** Returns the lower-case words of a fixed name, joined by hyphens: "Analytics & Data" → "analytics-data". */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
