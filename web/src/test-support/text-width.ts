/** Widths of characters in Arial, in thousandths of an em, from the font's table; capitals and digits first. */
const WIDTHS: Record<string, number> = {};
const GROUPS: [number, string][] = [
  [191, "'"],
  [222, "ijl"],
  [260, "|"],
  [278, " !,./:;I[]\\ft"],
  [333, "()-`r"],
  [355, '"'],
  [389, "*"],
  [500, "Jcksvxyz"],
  [556, "#$?0123456789Labdeghnopqu_"],
  [584, "+<=>~"],
  [611, "FTZ"],
  [667, "&ABEKPSVXY"],
  [722, "CDHNRUw"],
  [778, "GOQ"],
  [833, "Mm"],
  [889, "%"],
  [944, "W"],
  [1015, "@"],
];
for (const [width, characters] of GROUPS) {
  for (const character of characters) WIDTHS[character] = width;
}
/** Width of characters that are not in the table, such as accented letters and dashes. */
const OTHER = 556;
/** Font size of titles in search results, in pixels. */
const TITLE_SIZE = 20;

/** Returns the approximate width of a title in search results, in pixels. */
export const titleWidth = (title: string): number =>
  Array.from(title).reduce(
    (sum, character) => sum + ((WIDTHS[character] ?? OTHER) * TITLE_SIZE) / 1000,
    0,
  );
