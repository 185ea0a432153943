import type { ReactNode } from "react";
import "../../../styles/entries.css";

interface EntryProps {
  /** The line's cells. */
  summary: ReactNode;
  /** What was sent and what became of it. */
  children: ReactNode;
  /** What staff do with it. */
  actions?: ReactNode;
}

/** A line of a list that opens into everything that is known of it. */
export function Entry({ summary, children, actions }: EntryProps) {
  return (
    <li>
      <details className="entry">
        <summary>{summary}</summary>
        <div className="entry-body">
          <div className="entry-text">{children}</div>
          {actions && <div className="entry-side">{actions}</div>}
        </div>
      </details>
    </li>
  );
}

/** What is known, as terms and values; what is empty is left out. */
export function EntryDetails({ rows }: { rows: [string, ReactNode][] }) {
  const shown = rows.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <dl className="entry-details">
      {shown.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
