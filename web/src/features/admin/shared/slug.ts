import { POST_INPUT_SLUG_MAX_LENGTH } from "../../../generated/limits";

/**
 * Returns typed text as the slug field shows it: in lower case, with a hyphen for every invalid character. The length
 * does not change.
 */
export function typedSlug(text: string): string {
  return text.replace(/[^a-z0-9-]/g, (character) => {
    const lower = character.toLowerCase();
    return /^[a-z0-9]$/.test(lower) ? lower : "-";
  });
}

/** Letters that Unicode does not decompose into a Latin letter and an accent. */
const FOLDED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/**
 * Returns a slug for a title: without accents and punctuation, with single hyphens for white space, underscores and
 * dashes, and none at the ends. It has at most 200 characters, and ends after a whole word if possible. Empty if
 * nothing of the title is allowed in a slug.
 * @param reserved how many of the characters to leave for a suffix
 */
export function slugFromTitle(title: string, reserved = 0): string {
  const most = POST_INPUT_SLUG_MAX_LENGTH - reserved;
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => FOLDED[letter] ?? "")
    .replace(/[\s_\-\u2010-\u2015\u2212]+/g, "-")
    .replace(/[^a-z0-9-]/g, "");
  const joined = withSingleHyphens(slug);
  if (joined.length <= most) return joined;
  const cut = joined.slice(0, most + 1).lastIndexOf("-");
  return joined.slice(0, cut > 0 ? cut : most);
}

const withSingleHyphens = (slug: string): string =>
  slug.replace(/-{2,}/g, "-").replace(/^-|-$/g, "");

/** The parts of an editor's state that concern the slug. */
interface SlugState {
  form: { title: string; slug: string };
  /** The post as stored. */
  baseline: { slug: string };
}

/**
 * Removes what is allowed during typing, but not in an address: double hyphens, and hyphens at the ends. A slug equal
 * to the stored one is not changed, as that would move the post.
 * @param isFilled whether an empty slug is derived from the title
 */
export function settleSlug(
  { form: { title, slug }, baseline }: SlugState,
  set: (field: "slug", slug: string) => void,
  isFilled = false,
): void {
  let settled = slug === baseline.slug ? slug : withSingleHyphens(slug);
  if (isFilled) settled ||= slugFromTitle(title);
  if (settled !== slug) set("slug", settled);
}
