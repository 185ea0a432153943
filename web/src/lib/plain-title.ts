/** Removes the `==` around the marked words of a title. */
export function plainTitle(title: string): string {
  return title.replace(/==(.+?)==/g, "$1");
}
