import type { ReactNode } from "react";
import type { AuthorProfile } from "../../../generated/api";
import { cx } from "../../../lib/cx";

interface AuthorNameProps {
  author: AuthorProfile;
  className?: string;
  /** Content of the link before the name. */
  children?: ReactNode;
}

/** An author's name, with a link to their page if they have one. */
export function AuthorName({ author, className, children }: AuthorNameProps) {
  return author.url ? (
    <a href={author.url} rel="author" className={cx("min-h-11 content-center", className)}>
      {children}
      {author.name}
    </a>
  ) : (
    <span className={className}>
      {children}
      {author.name}
    </span>
  );
}
