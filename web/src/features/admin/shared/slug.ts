import { POST_INPUT_SLUG_MAX_LENGTH } from "../../../generated/limits";

/** What typing into the slug field leaves there: lowercase, every other character a hyphen. The length stays. */
export function typedSlug(text: string): string {
  return text.replace(/[^a-z0-9-]/g, (character) => {
    const lower = character.toLowerCase();
    return /^[a-z0-9]$/.test(lower) ? lower : "-";
  });
}

/** Letters that do not come apart into a Latin letter and an accent. */
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
 * A slug made of a title: accents fold, punctuation goes, white space, underscores and dashes become single
 * hyphens, none at the edges. At most 200 characters, cut between words where there is a place to. Empty when
 * nothing of the title can stand in a slug.
 * @param reserved how many of the characters are wanted for something else
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

/** What of an editor's state concerns the slug. */
interface SlugState {
  form: { title: string; slug: string };
  /** What is stored. */
  baseline: { slug: string };
}

/**
 * Takes what typing has left in the slug field but is no part of an address: double hyphens, and those at the edges. The
 * slug that is stored stays: another one would move the post.
 * @param isFilled whether an empty slug becomes one that is made of the title
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
