import type { ReactNode } from "react";
import { Icon, type IconData } from "../../../ui/base/icon";

interface ChipLinkProps {
  href: string;
  /** Whether it is the current filter. */
  current?: boolean;
  icon?: IconData;
  children: ReactNode;
}

/** A filter as a link, which keeps the scroll position. */
export function ChipLink({ href, current, icon, children }: ChipLinkProps) {
  return (
    <a href={href} className="chip" aria-current={current ? "true" : undefined} data-scroll="keep">
      {icon && <Icon of={icon} size={16} />}
      {children}
    </a>
  );
}
