/**
 * Size of titles and descriptions in search results, in pixels of Arial. Also in crates/seo-rules; a test compares
 * them.
 */
export const TITLE_SIZE = 20;
export const DESCRIPTION_SIZE = 14;
/** Widest title and description that a page of results shows, in pixels. */
export const TITLE_WIDTH = 561;
export const DESCRIPTION_WIDTH = 985;

/** Units per em of the table. */
const EM = 2048;

/** Advance widths of U+0020 to U+007E in Arial. */
export const ASCII: readonly number[] = [
  569, 569, 727, 1139, 1139, 1821, 1366, 391, 682, 682, 797, 1196, 569, 682, 569, 569, 1139, 1139,
  1139, 1139, 1139, 1139, 1139, 1139, 1139, 1139, 569, 569, 1196, 1196, 1196, 1139, 2079, 1366,
  1366, 1479, 1479, 1366, 1251, 1593, 1479, 569, 1024, 1366, 1139, 1706, 1479, 1593, 1366, 1593,
  1479, 1366, 1251, 1479, 1366, 1933, 1366, 1366, 1251, 569, 569, 569, 961, 1139, 682, 1139, 1139,
  1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706, 1139, 1139, 1139, 1139, 682, 1024,
  569, 1139, 1024, 1479, 1024, 1024, 1024, 684, 532, 684, 1196,
];

/** Advance widths of other common characters. */
const OTHERS: Record<string, number> = {
  "‘": 455,
  "’": 455,
  ł: 455,
  "\u00a0": 569,
  "·": 569,
  ı: 569,
  "“": 682,
  "”": 682,
  "¡": 682,
  "•": 717,
  "°": 819,
  "×": 1196,
  ß: 1251,
  ø: 1251,
  "¿": 1251,
  "©": 1509,
  "®": 1509,
  "½": 1708,
  æ: 1821,
  œ: 1933,
};
const NOTHING = /^(?:\p{Cc}|\p{M}|[\u200b-\u200f]|[\u{fe00}-\u{fe0f}])$/u;
const WHOLE_EM =
  /^[—…™→\u{1100}-\u{11ff}\u{2e80}-\u{d7ff}\u{f900}-\u{faff}\u{ff00}-\u{ff60}\u{1f000}-\u{3ffff}]$/u;
const DIGIT = 1139;

function advance(character: string): number {
  const known = ASCII[(character.codePointAt(0) ?? 0) - 0x20] ?? OTHERS[character];
  if (known !== undefined) return known;
  if (NOTHING.test(character)) return 0;
  return WHOLE_EM.test(character) ? EM : DIGIT;
}

const unitsOf = (text: string): number => {
  let units = 0;
  for (const character of text.normalize("NFD")) units += advance(character);
  return units;
};

/** Returns the width of a text in Arial of `size` pixels, rounded up. */
export const textWidth = (text: string, size: number): number =>
  Math.ceil((unitsOf(text) * size) / EM);

/** Truncates a text as a page of results does: what is wider than `width` pixels ends after a whole word, with "…". */
export function cutToWidth(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const room = (width * EM) / size - advance("…");
  let units = 0;
  let end = 0;
  for (const [piece] of text.matchAll(/\s*\S+/g)) {
    units += unitsOf(piece);
    if (units > room) break;
    end += piece.length;
  }
  if (end > 0) return `${text.slice(0, end).replace(/[\s,;:–—-]+$/, "")}…`;
  // A single word that is too long.
  units = 0;
  for (const character of text) {
    units += unitsOf(character);
    if (units > room) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}
