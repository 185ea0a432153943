import type { Heading } from "../../../generated/api";
import { cx } from "../../../lib/cx";
import { headingUrl } from "./reading-position";

interface HeadingListProps {
  /** Address of the article's first page. */
  articleUrl: string;
  headings: readonly Heading[];
  /** The article's page that is shown. */
  page: number;
  /** Id of the heading being read. */
  current: string | null;
  onFollow?: () => void;
}

/** The headings that lists show: sections and their parts. */
export const listedHeadings = (headings: readonly Heading[]): Heading[] =>
  headings.filter((heading) => heading.level <= 3);

/** Links to an article's headings; the one being read is marked. */
export function HeadingList({ articleUrl, headings, page, current, onFollow }: HeadingListProps) {
  return (
    <ol className="mt-2">
      {headings.map((heading) => {
        const isCurrent = heading.page === page && heading.id === current;
        return (
          <li key={`${heading.page} ${heading.id}`}>
            <a
              href={headingUrl(articleUrl, heading, page)}
              aria-current={isCurrent ? "true" : undefined}
              onClick={onFollow}
              className={cx(
                "-mx-2.5 flex min-h-tap items-center rounded-mark px-2.5 py-1.5 text-ui leading-[1.3] no-underline",
                heading.level > 2 && "pl-6",
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
