import { htmlTime } from "../../lib/html-time";

interface PublishedDateProps {
  /** The date for display. */
  text?: string | null;
  /** ISO 8601. */
  date?: string | null;
}

/** Date of publication; "Published" if there is none. */
export function PublishedDate({ text, date }: PublishedDateProps) {
  if (!text || !date) return <span className="mono">Published</span>;
  return (
    <time className="mono num" dateTime={htmlTime(date)}>
      {text}
    </time>
  );
}
