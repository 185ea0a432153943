import { cx } from "../../lib/cx";
import { type FocalPoint, focusClass } from "./focus-class";
import { Image } from "./image";

/** A drawn cover: ground and pattern by name, and the title around its marked words. */
interface CoverDesign {
  ground: string;
  pattern: number;
  before: string;
  marked: string;
  after: string;
}

/** Size of an uploaded image, its other sizes as a `srcset`, and what of it must stay in sight. */
export interface Picture {
  width: number;
  height: number;
  srcset?: string | null;
  focal_point?: FocalPoint | null;
}

interface CoverProps {
  /** What is drawn where there is no image. */
  of: CoverDesign;
  /** What is printed above: the first tag of the post. */
  category: string;
  /** An uploaded image takes the cover's place. */
  image?: string | null;
  /** Its size and its forms, where they are known. */
  picture?: Picture | null;
  /** How wide it is shown, where that is not as usual for `size`. */
  sizes?: string;
  /** Text when the image cannot be loaded. */
  missingText?: string;
  /** "card": the found word only, because the title stands below. "lead": the whole title. */
  size?: "card" | "lead";
  /** Above the fold: loaded at once. */
  eager?: boolean;
  className?: string;
}

/** Steps of the word's size, by its length in characters. */
const FITS = [10, 12, 15, 20];
/** How wide a picture is shown: a card is one of three, two or one in its row. */
const SIZES = {
  card: "(min-width: 64rem) 27rem, (min-width: 48rem) 45vw, 90vw",
  lead: "(min-width: 64rem) 56rem, 90vw",
};
const PLACEHOLDER = "/images/blog_thumbnail_placeholder.webp";

const trimPunctuation = (words: string) => words.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** A typographic blog cover: ground and pattern of the category, words of the title. Decorative: the title must stand beside it as text. */
export function Cover({
  of: { ground, pattern, before, marked, after },
  category,
  image,
  picture,
  size = "card",
  sizes = SIZES[size],
  missingText,
  eager = false,
  className,
}: CoverProps) {
  const loading = eager ? "eager" : "lazy";
  if (image) {
    return (
      <div className={cx("cover cover-photo", size === "lead" && "cover-lead", className)}>
        <Image
          src={image}
          fallback={PLACEHOLDER}
          missingText={missingText}
          alt=""
          width={picture?.width ?? 1200}
          height={picture?.height ?? 750}
          srcSet={picture?.srcset ?? undefined}
          sizes={sizes}
          className={focusClass(picture?.focal_point)}
          loading={loading}
        />
      </div>
    );
  }
  const word = trimPunctuation(marked) || marked;
  return (
    <div
      className={cx("cover", `cover-${ground}`, size === "lead" && "cover-lead", className)}
      aria-hidden="true"
    >
      <img
        src={`/covers/${ground}-${pattern}.svg`}
        alt=""
        width={1600}
        height={1000}
        loading={loading}
        decoding="async"
      />
      <span className="cover-category">{category}</span>
      {size === "card" ? (
        <span className="cover-word" data-fit={fitOf(word)}>
          <span className="found">{word}</span>
          <span className="caret" />
        </span>
      ) : (
        <span className="cover-title disp">
          {before}
          <span className="found">{marked}</span>
          {after}
        </span>
      )}
    </div>
  );
}

function fitOf(word: string): number | undefined {
  if (word.length <= 8) return undefined;
  return FITS.find((limit) => word.length <= limit) ?? 99;
}
