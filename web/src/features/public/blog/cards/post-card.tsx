import { useContext } from "react";
import type { Card } from "../../../../generated/api";
import { CachedFragment } from "../../../../lib/cached-fragment";
import { plainTitle } from "../../../../lib/plain-title";
import { Badge } from "../../../../ui/base/badge";
import { Cover } from "../../../../ui/base/cover";
import { Icon } from "../../../../ui/base/icon";
import { arrowRight } from "../../../../ui/base/icons.generated";
import { Byline } from "./byline";
import { Highlight, plainly } from "./highlight";

interface PostCardProps {
  post: Card;
  /** Whether to omit the summary, as below an article. */
  brief?: boolean;
  /** Whether the card is above the fold, so that its cover is loaded eagerly. */
  eager?: boolean;
  /** How wide its image is shown, as `sizes`, if not as usual. */
  sizes?: string;
  /** Text to show if its image cannot be loaded. */
  missingText?: string;
}

/**
 * A post as a card, all of which links to the post. It is a block: in a grid, the cover's aspect ratio made the browser
 * lay out each card several times, a quarter of a second for a page of cards on a slow phone.
 */
export function PostCard({
  post,
  brief = false,
  eager = false,
  sizes,
  missingText,
}: PostCardProps) {
  const highlight = useContext(Highlight);
  return (
    <CachedFragment
      as="article"
      className="group relative"
      name={
        eager || sizes || highlight !== plainly
          ? null
          : () => `card ${brief} ${JSON.stringify(post)}`
      }
    >
      <Cover
        of={post.cover}
        category={post.category}
        image={post.thumbnail_image}
        picture={post.thumbnail_picture}
        sizes={sizes}
        missingText={missingText}
        eager={eager}
        className="mb-4.5"
      />
      <div className="grid grid-cols-1 gap-2.5 wrap-anywhere">
        <PostBadges post={post} />
        <h3 className="text-[1.5rem] leading-[1.18] font-[650] tracking-[-0.012em]">
          <PostTitleLink post={post} className="line-clamp-2" />
        </h3>
        {!brief && post.summary && (
          <p className="line-clamp-3 text-soft">{highlight(post.summary)}</p>
        )}
        <Byline post={post} />
      </div>
    </CachedFragment>
  );
}

/** The "Featured" badge and the first tag. */
export function PostBadges({ post }: { post: Card }) {
  return (
    <p className="flex flex-wrap gap-2 wrap-anywhere">
      {post.featured && <Badge variant="hot">Featured</Badge>}
      <Badge className="group-hover:bg-paper-line in-[.bg-sunk]:bg-paper-line">
        {post.tags[0] ?? "SEO"}
      </Badge>
    </p>
  );
}

/** The title as a link that covers the nearest positioned ancestor. */
export function PostTitleLink({ post, className }: { post: Card; className?: string }) {
  const highlight = useContext(Highlight);
  return (
    <a href={post.url} className="no-underline after:absolute after:inset-0">
      <span className={className}>
        <span className="box-decoration-clone transition-colors group-hover:bg-mark-soft group-hover:text-ink">
          {highlight(plainTitle(post.title))}
        </span>
      </span>
    </a>
  );
}

/**
 * Title and link of a post beside its cover. A generated cover contains the whole title, so the title is then only a
 * heading for assistive technology.
 */
export function LeadTitle({ post }: { post: Card }) {
  if (post.thumbnail_image) {
    return (
      <h3 className="text-d3">
        <PostTitleLink post={post} />
      </h3>
    );
  }
  return <h3 className="sr-only">{plainTitle(post.title)}</h3>;
}

/** Link below the text of a lead post; the post's only visible link if the title is not shown. */
export function ReadArticle({ post }: { post: Card }) {
  const arrow = <Icon of={arrowRight} size={18} />;
  if (post.thumbnail_image) {
    return (
      <span className="link" aria-hidden="true">
        Read the article
        {arrow}
      </span>
    );
  }
  return (
    <a href={post.url} className="link justify-self-start after:absolute after:inset-0">
      Read the article
      <span className="sr-only">: {plainTitle(post.title)}</span>
      {arrow}
    </a>
  );
}
