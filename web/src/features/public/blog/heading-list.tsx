import type { Heading } from "../../../generated/api";
import { cx } from "../../../lib/cx";
import { headingUrl } from "./reading-position";

interface HeadingListProps {
  /** Address of the article's first page. */
  articleUrl: string;
  headings: readonly Heading[];
  /** Number of the article's current page. */
  page: number;
  /** Id of the heading being read. */
  current: string | null;
  onFollow?: () => void;
}

/** Deeper headings are shown only for the section being read. */
const OPEN_LEVEL = 3;

/** Links to an article's headings. The one being read is marked, and deeper ones of other sections are hidden. */
export function HeadingList({ articleUrl, headings, page, current, onFollow }: HeadingListProps) {
  const isRead = (heading: Heading) => heading.page === page && heading.id === current;
  /** Returns the index of the section that a heading belongs to: the last heading before it that is always shown. */
  const sectionOf = (index: number) =>
    headings.findLastIndex(({ level }, at) => at <= index && level <= OPEN_LEVEL);
  const section = sectionOf(headings.findIndex(isRead));
  return (
    <ol className="mt-2">
      {headings.map((heading, index) => {
        const isCurrent = isRead(heading);
        const isFolded = heading.level > OPEN_LEVEL && sectionOf(index) !== section;
        return (
          <li
            key={`${heading.page} ${heading.id}`}
            className={isFolded ? "hidden noscript:block" : undefined}
          >
            <a
              href={headingUrl(articleUrl, heading, page)}
              aria-current={isCurrent ? "true" : undefined}
              onClick={onFollow}
              className={cx(
                "-mx-2.5 flex min-h-tap items-center rounded-mark px-2.5 py-1.5 text-ui leading-[1.3] wrap-anywhere no-underline",
                heading.level === 3 && "pl-6",
                heading.level > OPEN_LEVEL && "pl-9 text-soft",
                isCurrent
                  ? "bg-mark font-semibold text-ink"
                  : "text-soft hover:bg-mark-soft hover:text-ink",
              )}
            >
              {heading.text}
            </a>
          </li>
        );
      })}
    </ol>
  );
}
