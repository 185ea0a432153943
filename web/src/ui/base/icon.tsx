import { cx } from "../../lib/cx";
import { trustedHtml } from "../../lib/trusted-types";

/** Inner markup of a 24 × 24 line icon; made by `npm run icons`. */
export type IconData = string & { readonly __icon: unique symbol };

interface IconProps {
  of: IconData;
  /** Edge length: 16, 18, 20 (default), 24 or 32 px. */
  size?: 16 | 18 | 20 | 24 | 32;
  className?: string;
}

/** A decorative line icon in the colour of the text. Its meaning must also be in a text or label. */
export function Icon({ of, size = 20, className }: IconProps) {
  return (
    <svg
      className={cx("icon", className)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: trustedHtml(of) }}
    />
  );
}
