import type { ReactNode } from "react";
import "../../../styles/entries.css";

interface EntryProps {
  /** Cells of the row. */
  summary: ReactNode;
  /** What was sent, and the state of its emails. */
  children: ReactNode;
  /** Controls for staff. */
  actions?: ReactNode;
}

/** A row of a list that opens to show everything known about the entry. */
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

/** Terms and values; rows with an empty value are left out. */
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
