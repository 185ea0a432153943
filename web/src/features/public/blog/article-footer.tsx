import type { ReactNode } from "react";
import type { AuthorProfile, PostLink } from "../../../generated/api";
import { CachedFragment } from "../../../lib/cached-fragment";
import { cx } from "../../../lib/cx";
import { plainTitle } from "../../../lib/plain-title";
import { Avatar } from "../../../ui/base/avatar";
import { Icon } from "../../../ui/base/icon";
import { arrowLeft, arrowRight } from "../../../ui/base/icons.generated";
import { AuthorName } from "./author-name";
import { tagUrl } from "./cards/listing-url";

/** The article's tags as links into the listing. */
export function ArticleTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2 wrap-anywhere [&>li>a]:whitespace-normal">
      {tags.map((tag) => (
        <li key={tag}>
          <a className="chip" href={tagUrl(tag)}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Describes an author in one line: their bio, or else title and years of experience. */
function describe(author: AuthorProfile): string {
  if (author.bio) return author.bio;
  const { job_title: title, years_of_experience: years, works_for: company } = author;
  const experience = years && `${years} ${years === 1 ? "year" : "years"} of experience`;
  return [title, experience, company].filter(Boolean).join(", ");
}

/** The author of the article. */
export function AuthorBox({ author }: { author: AuthorProfile }) {
  const about = describe(author);
  return (
    <CachedFragment
      as="section"
      name={() => `author ${JSON.stringify(author)}`}
      aria-label="About the author"
      className={cx(
        "mt-10 flex max-w-170 items-center gap-5 rounded-card bg-surface p-6 shadow-card",
        about && "max-md:items-start",
      )}
    >
      <Avatar name={author.name} src={author.avatar} focalPoint={author.focal_point} size="lg" />
      <div className="grid gap-1">
        <h2 className="text-d4">
          Written by <AuthorName author={author} />
        </h2>
        {about && <p className="text-soft">{about}</p>}
      </div>
    </CachedFragment>
  );
}

interface NeighboursProps {
  /** The next older article. */
  previous: PostLink | null;
  /** The next newer article. */
  next: PostLink | null;
}

/** Links to the previous and the next article by date. */
export function Neighbours({ previous, next }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label="Previous and next article"
      className="mt-10 grid max-w-170 gap-4 border-t-[1.5px] border-text pt-2 sm:grid-cols-2"
    >
      {previous && (
        <NeighbourLink post={previous} rel="prev">
          <Icon of={arrowLeft} size={16} />
          Previous article
        </NeighbourLink>
      )}
      {next && (
        <NeighbourLink
          post={next}
          rel="next"
          className="sm:col-start-2 sm:justify-items-end sm:text-right"
        >
          Next article
          <Icon of={arrowRight} size={16} />
        </NeighbourLink>
      )}
    </nav>
  );
}

interface NeighbourLinkProps {
  post: PostLink;
  rel: "prev" | "next";
  className?: string;
  /** "Previous" or "Next". */
  children: ReactNode;
}

function NeighbourLink({ post, rel, className, children }: NeighbourLinkProps) {
  return (
    <a
      href={post.url}
      rel={rel}
      className={cx(
        "group grid min-w-0 content-start gap-1 py-3 wrap-anywhere no-underline",
        className,
      )}
    >
      <span className="mono inline-flex items-center gap-2">{children}</span>
      <span className="disp text-d4 group-hover:bg-mark-soft">{plainTitle(post.title)}</span>
    </a>
  );
}
