import { FindBar } from "./find-bar";
import { pageNumbers } from "./page-numbers";

interface PaginationProps {
  page: number;
  pages: number;
  /** Whether there are more than `pages` pages, which were not counted. */
  more?: boolean;
  /** Returns the address of a page; the first is 1. */
  href: (page: number) => string;
  /** What is on the pages: "posts", "article". */
  of?: string;
  className?: string;
}

/** Page numbers as links, in the style of the find bar. Renders nothing for a single page. */
export function Pagination({ page, pages, more = false, href, of, className }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={of ? `Pagination of ${of}` : "Pagination"} className={className}>
      <div className="pagination">
        <FindBar
          query="page"
          count={`${page}/${pages}${more ? "+" : ""}`}
          previous={{
            label: "Previous page",
            href: page > 1 ? href(page - 1) : undefined,
          }}
          next={{ label: "Next page", href: page < pages ? href(page + 1) : undefined }}
        >
          <ul className="page-numbers num">
            {pageNumbers(page, pages).map((number, index) => (
              <li key={number ?? `gap-${index}`}>
                {number === null ? (
                  <span className="page-number" aria-hidden="true">
                    …
                  </span>
                ) : (
                  <a
                    className="page-number"
                    href={href(number)}
                    aria-label={`Page ${number}`}
                    aria-current={number === page ? "page" : undefined}
                  >
                    {number}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </FindBar>
      </div>
    </nav>
  );
}
