import { cx } from "../../lib/cx";
import { type FocalPoint, focusClass } from "./focus-class";

interface AvatarProps {
  name: string;
  /** Picture; initials stand in when there is none. */
  src?: string | null;
  /** What stays in sight of the picture; its middle when absent. */
  focalPoint?: FocalPoint | null;
  /** 28 (default), 44 or 72 px. */
  size?: "sm" | "md" | "lg";
}

/** The first letters of the first and the last word of a name. */
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
