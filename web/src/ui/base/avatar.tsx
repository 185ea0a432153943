import { cx } from "../../lib/cx";

interface AvatarProps {
  name: string;
  /** Picture; initials stand in when there is none. */
  src?: string | null;
  /** 28 (default), 44 or 72 px. */
  size?: "sm" | "md" | "lg";
}

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined];
  return letters.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}

/** A person's picture beside their name; decorative. */
export function Avatar({ name, src, size = "sm" }: AvatarProps) {
  return (
    <span className={cx("avatar", size !== "sm" && `avatar-${size}`)} aria-hidden="true">
      {src ? (
        <img src={src} alt="" width={72} height={72} loading="lazy" decoding="async" />
      ) : (
        initials(name)
      )}
    </span>
  );
}
