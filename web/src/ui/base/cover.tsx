import { cx } from "../../lib/cx";
import { type FocalPoint, focusClass } from "./focus-class";
import { Image } from "./image";

/** A generated cover: ground and pattern by name, and the title around its marked words. */
interface CoverDesign {
  ground: string;
  pattern: number;
  before: string;
  marked: string;
  after: string;
}

/** Size of an uploaded image, its other sizes as a `srcset`, and its focal point. */
export interface Picture {
  width: number;
  height: number;
  srcset?: string | null;
  focal_point?: FocalPoint | null;
}

interface CoverProps {
  /** The cover to draw if there is no image. */
  of: CoverDesign;
  /** Text at the top: the first tag of the post. */
  category: string;
  /** An uploaded image that replaces the generated cover. */
  image?: string | null;
  /** The image's size and variants, if known. */
  picture?: Picture | null;
  /** `sizes` of the image. The default depends on `size`. */
  sizes?: string;
  /** Text to show if the image cannot be loaded. */
  missingText?: string;
  /** Address of the image to show if `image` cannot be loaded. */
  placeholder?: string;
  /** "card": the marked words only, as the title is below. "lead": the whole title. */
  size?: "card" | "lead";
  /** Whether the cover is above the fold, so that it is loaded eagerly. */
  eager?: boolean;
  className?: string;
}

/** Lengths of the marked words, in characters, at which they become smaller. */
const FITS = [10, 12, 15, 20];
/** How wide an image is shown, as `sizes`: a card is one of three, two or one in its row. */
const SIZES = {
  card: "(min-width: 64rem) 27rem, (min-width: 48rem) 45vw, 90vw",
  lead: "(min-width: 64rem) 56rem, 90vw",
};

const trimPunctuation = (words: string) => words.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/**
 * A generated blog cover: ground and pattern of the category, words of the title. Decorative: the title must be beside
 * it as text.
 */
export function Cover({
  of: { ground, pattern, before, marked, after },
  category,
  image,
  picture,
  size = "card",
  sizes = SIZES[size],
  missingText,
  placeholder = "/images/blog_thumbnail_placeholder.webp",
  eager = false,
  className,
}: CoverProps) {
  const loading = eager ? "eager" : "lazy";
  if (image) {
    return (
      <div className={cx("cover cover-photo", size === "lead" && "cover-lead", className)}>
        <Image
          src={image}
          fallback={placeholder}
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
