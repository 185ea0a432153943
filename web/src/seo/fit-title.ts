/** The shortest and the longest title that search engines show in full, in characters. */
const SHORTEST = 30;
const LONGEST = 60;

/**
 * Returns the first title of a good length, as the length depends on the brand.
 * @param titles best first; the last one is returned if none fits
 */
export function fitTitle(...titles: [string, ...string[]]): string {
  const fits = ({ length }: string) => length >= SHORTEST && length <= LONGEST;
  return titles.find(fits) ?? titles.at(-1) ?? titles[0];
}
