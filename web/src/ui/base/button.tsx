import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../../lib/cx";
import { Icon, type IconData } from "./icon";
import { cornerDownLeft } from "./icons.generated";

interface Look {
  variant?: "primary" | "secondary" | "quiet" | "danger" | "mark";
  /** 44, 48 (default) or 56 px high. */
  size?: "sm" | "md" | "lg";
  /** Full width: on phones only, or everywhere. */
  block?: "phone" | "always";
  /** Icon before the label. */
  icon?: IconData;
  /** Icon after the label, which indicates the action (an arrow down scrolls). */
  trailing?: IconData;
  /** Whether to show a return key after the label, for buttons that submit or continue. */
  keycap?: boolean;
  children: ReactNode;
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
    /** Whether the action is running: the button keeps its focus, ignores clicks and shows `busyLabel` with a caret. */
    busy?: boolean;
    busyLabel?: string;
    ref?: Ref<HTMLButtonElement>;
  };

/** Returns the attributes of the element, without its style properties, and the label to render in it. */
function buttonAttributes<T extends Look & { className?: string }>({
  variant = "primary",
  size = "md",
  block,
  icon,
  trailing,
  keycap,
  className,
  children,
  ...rest
}: T) {
  const attributes = {
    ...rest,
    className: cx(
      "btn",
      `btn-${variant}`,
      size !== "md" && `btn-${size}`,
      block === "phone" && "btn-block-phone",
      block === "always" && "btn-block",
      className,
    ),
  };
  const label = (
    <>
      {icon && <Icon of={icon} size={18} />}
      {children}
      {trailing && <Icon of={trailing} size={18} />}
      {keycap && (
        <span className="keycap" aria-hidden="true">
          <Icon of={cornerDownLeft} size={16} />
        </span>
      )}
    </>
  );
  return { attributes, label };
}

/** A button. The default of `type` is "button". */
export function Button({
  busy = false,
  busyLabel,
  type = "button",
  onClick,
  ...look
}: ButtonProps) {
  const { attributes, label } = buttonAttributes(look);
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...attributes}
      type={type}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          {busyLabel ?? look.children}
          <span className="caret" aria-hidden="true" />
        </>
      ) : (
        label
      )}
    </button>
  );
}

export type ButtonLinkProps = Look &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children"> & { href: string };

/** A link that looks like a button. */
export function ButtonLink(look: ButtonLinkProps) {
  const { attributes, label } = buttonAttributes(look);
  return <a {...attributes}>{label}</a>;
}

/** A standalone link, with an optional icon after it. */
export function TextLink({
  trailing,
  className,
  children,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children"> & {
  href: string;
  trailing?: IconData;
  children: ReactNode;
}) {
  return (
    <a {...rest} className={cx("link", className)}>
      {children}
      {trailing && <Icon of={trailing} size={18} />}
    </a>
  );
}

/** A 44 px button with an icon only; `label` is its name. */
export function IconButton({
  icon,
  label,
  className,
  type = "button",
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & { icon: IconData; label: string }) {
  return (
    <button {...rest} type={type} className={cx("icon-btn", className)} aria-label={label}>
      <Icon of={icon} />
    </button>
  );
}
