/** Drops the `==` with which an editor forces the mark. */
export function plainTitle(title: string): string {
  return title.replace(/==(.+?)==/g, "$1");
}
