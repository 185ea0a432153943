import type { ReactNode } from "react";
import { cx } from "../../lib/cx";

interface IndexCardProps {
  /** Left text of the header, in the monospace font. */
  header: ReactNode;
  /** Right text of the header, in the monospace font. */
  aside?: ReactNode;
  /** Whether the card is the current one, whose header is highlighted. */
  current?: boolean;
  className?: string;
  children: ReactNode;
}

/** A filing card: paper with a monospace header line and a green rule. */
export function IndexCard({ header, aside, current, className, children }: IndexCardProps) {
  return (
    <div
      className={cx("index-card", current && "index-card-current", className)}
      data-ground="paper"
    >
      <div className="index-card-head">
        <span>{header}</span>
        {aside && <span className="num">{aside}</span>}
      </div>
      {children}
    </div>
  );
}
