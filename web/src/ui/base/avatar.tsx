import { cx } from "../../lib/cx";
import type { Picture } from "./cover";
import { focusClass } from "./focus-class";

interface AvatarProps {
  name: string;
  /** Picture; initials stand in when there is none. */
  src?: string | null;
  /** Its forms and its focal point, where they are known. */
  picture?: Picture | null;
  /** 28 (default), 44 or 72 px. */
  size?: "sm" | "md" | "lg";
}

const PIXELS = { sm: 28, md: 44, lg: 72 };

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined];
  return letters.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}

/** A person's picture beside their name; decorative. */
export function Avatar({ name, src, picture, size = "sm" }: AvatarProps) {
  return (
    <span className={cx("avatar", size !== "sm" && `avatar-${size}`)} aria-hidden="true">
      {src ? (
        <img
          src={src}
          srcSet={picture?.srcset ?? undefined}
          sizes={picture?.srcset ? `${PIXELS[size]}px` : undefined}
          className={focusClass(picture?.focal_point)}
          alt=""
          width={72}
          height={72}
          loading="lazy"
          decoding="async"
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
