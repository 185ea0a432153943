import type { ComponentProps } from "react";
import { cx } from "../../lib/cx";
import { Icon, type IconData } from "../base/icon";
import { circleAlert, circleCheck, info } from "../base/icons.generated";

const SIGNS = { ok: circleCheck, error: circleAlert, info } as const;

interface NoticeProps extends ComponentProps<"div"> {
  kind: keyof typeof SIGNS;
  /** Default: the icon of the kind. */
  icon?: IconData;
}

/** A message in the page, with an icon. */
export function Notice({ kind, icon, className, children, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={cx("notice", `notice-${kind}`, className)}>
      <Icon of={icon ?? SIGNS[kind]} />
      <div>{children}</div>
    </div>
  );
}
