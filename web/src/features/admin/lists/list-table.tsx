import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import "../../../styles/post-table.css";

interface ListTableProps {
  caption: string;
  /** Headings of the columns; the last column has the actions of a row. */
  headings: readonly string[];
  className?: string;
  /** The rows. */
  children: ReactNode;
}

/** The table of a list. On a phone, rows become cards, whose cells are labelled by `data-label`. */
export function ListTable({ caption, headings, className, children }: ListTableProps) {
  return (
    <table className={cx("post-table plain-table", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
