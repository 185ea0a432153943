import { cx } from "../lib/cx";
import { hashText, markTitle } from "../lib/mark-title";
import { slugify } from "../lib/slugify";
import { Image } from "./image";

interface CoverProps {
  /** One of the eight categories; picks ground and pattern. */
  category: string;
  title: string;
  /** The post's slug, which tells what the title is about. */
  slug?: string;
  /** An uploaded image takes the cover's place. */
  image?: string | null;
  /** "card": the found word only, because the title stands below. "lead": the whole title. */
  size?: "card" | "lead";
  /** Above the fold: loaded at once. */
  eager?: boolean;
  className?: string;
}

/** Steps of the word's size, by its length in characters. */
const FITS = [10, 12, 15, 20];
const VARIANTS = 4;
const PLACEHOLDER = "/images/blog_thumbnail_placeholder.webp";

const trimPunctuation = (words: string) => words.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** A typographic blog cover made of title and category. Decorative: the title must stand beside it as text. */
export function Cover({
  category,
  title,
  slug: post = "",
  image,
  size = "card",
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
          alt=""
          width={1200}
          height={750}
          loading={loading}
        />
      </div>
    );
  }
  const slug = slugify(category);
  const { before, marked, after } = markTitle(title, post);
  const word = trimPunctuation(marked) || marked;
  return (
    <div
      className={cx("cover", `cover-${slug}`, size === "lead" && "cover-lead", className)}
      aria-hidden="true"
    >
      <img
        src={`/covers/${slug}-${(hashText(title) % VARIANTS) + 1}.svg`}
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
