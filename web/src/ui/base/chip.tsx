import type { ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Icon, type IconData } from "./icon";

interface ChipLook {
  icon?: IconData;
  className?: string;
  children: ReactNode;
}

/** A filter that is a link; `current` is the one chosen. Scroll position stays where it is. */
export function ChipLink({
  href,
  current,
  icon,
  className,
  children,
}: ChipLook & { href: string; current?: boolean }) {
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

/** A choice that is pressed or not. */
export function ChipButton({
  pressed,
  onClick,
  icon,
  className,
  children,
}: ChipLook & { pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={cx("chip", className)}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </button>
  );
}
