/** The shortest and the longest title that search engines show whole, in characters. */
const SHORTEST = 30;
const LONGEST = 60;

/**
 * The first of some titles that has a good length: brands are of any length, titles are not.
 * @param titles best first; the last one is taken when none fits
 */
export function fitTitle(...titles: [string, ...string[]]): string {
  const fits = ({ length }: string) => length >= SHORTEST && length <= LONGEST;
  return titles.find(fits) ?? titles.at(-1) ?? titles[0];
}
