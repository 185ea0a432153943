import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { Icon, type IconData } from "../../../ui/base/icon";

interface ChipLinkProps {
  href: string;
  /** Whether it is the current filter. */
  current?: boolean;
  icon?: IconData;
  className?: string;
  children: ReactNode;
}

/** A filter as a link, which keeps the scroll position. */
export function ChipLink({ href, current, icon, className, children }: ChipLinkProps) {
  return (
    <a
      href={href}
      className={cx("chip", className)}
      aria-current={current ? "true" : undefined}
      data-scroll="keep"
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </a>
  );
}
