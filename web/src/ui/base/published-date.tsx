import { htmlTime } from "../../lib/html-time";

interface PublishedDateProps {
  /** As people read it. */
  text?: string | null;
  /** ISO 8601. */
  date?: string | null;
}

/** Day of publication; "Published" where there is none. */
export function PublishedDate({ text, date }: PublishedDateProps) {
  if (!text || !date) return <span className="mono">Published</span>;
  return (
    <time className="mono num" dateTime={htmlTime(date)}>
      {text}
    </time>
  );
}
