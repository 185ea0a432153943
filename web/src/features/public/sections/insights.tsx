import type { Card } from "../../../generated/api";
import { TextLink } from "../../../ui/base/button";
import { arrowRight } from "../../../ui/base/icons.generated";
import { Marked, type MarkedTitle } from "../../../ui/base/marked";
import { Carousel } from "../../../ui/widgets/carousel";
import { PostCard } from "../blog/cards/post-card";

interface InsightsProps {
  id: string;
  title: MarkedTitle;
  lead?: string;
  posts: readonly Card[];
  /** Address and label of the link beside the heading. */
  more: { href: string; label: string };
  /** Text to show if the image of a card cannot be loaded. */
  missingText?: string;
}

/**
 * A teaser for the blog: up to six cards in a carousel, or below each other on phones. Renders nothing without posts.
 */
export function Insights({ id, title, lead, posts, more, missingText }: InsightsProps) {
  if (posts.length === 0) return null;
  return (
    <section id={id} className="section">
      <div className="wrap">
        <Carousel
          label={`${title.before}${title.found}`}
          noun="article"
          query="insights"
          heading={
            <div className="grid gap-4">
              <h2 className="text-d2">
                <Marked title={title} />
              </h2>
              {lead && <p className="lead max-w-136">{lead}</p>}
            </div>
          }
          items={posts.slice(0, 6)}
          itemKey={(post) => post.id}
          perView="basis-full md:basis-1/2 lg:basis-1/3"
          phone="list"
        >
          {(post) => <PostCard post={post} missingText={missingText} />}
        </Carousel>
        <p className="mt-stack">
          <TextLink href={more.href} trailing={arrowRight}>
            {more.label}
          </TextLink>
        </p>
      </div>
    </section>
  );
}
