import type { ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Icon, type IconData } from "./icon";

interface BadgeProps {
  variant?: "plain" | "hot" | "ok" | "draft" | "inverse" | "error";
  icon?: IconData;
  className?: string;
  children: ReactNode;
}

/** A short state or category. */
export function Badge({ variant = "plain", icon, className, children }: BadgeProps) {
  return (
    <span className={cx("badge", variant !== "plain" && `badge-${variant}`, className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  );
}
