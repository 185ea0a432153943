import type { ReactNode } from "react";
import { cx } from "../../lib/cx";

interface IndexCardProps {
  /** Mono header, left. */
  header: ReactNode;
  /** Mono header, right. */
  aside?: ReactNode;
  /** The one that is current: highlighter header. */
  current?: boolean;
  className?: string;
  children: ReactNode;
}

/** A filing card: paper, a mono header line and a green rule. */
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
