import { cx } from "../../lib/cx";
import { type FocalPoint, focusClass } from "./focus-class";

interface AvatarProps {
  name: string;
  /** Address of a picture; without it, initials are shown. */
  src?: string | null;
  /** The point of the picture to keep visible. Default: its centre. */
  focalPoint?: FocalPoint | null;
  /** 28 (default), 44 or 72 px. */
  size?: "sm" | "md" | "lg";
}

/** Returns the first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.match(/\S+/g) ?? [];
  const ends = [words[0], words.slice(1).at(-1)];
  return ends.map((word = "") => [...word][0]?.toUpperCase()).join("");
}

/** A person's picture beside their name; decorative. */
export function Avatar({ name, src, focalPoint, size = "sm" }: AvatarProps) {
  return (
    <span className={cx("avatar", size !== "sm" && `avatar-${size}`)} aria-hidden="true">
      {src ? (
        <img
          src={src}
          alt=""
          width={72}
          height={72}
          loading="lazy"
          decoding="async"
          className={focusClass(focalPoint)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
