import { cx } from "../../lib/cx";
import type { Card } from "../../lib/types";
import { TextLink } from "../../ui/button";
import { arrowRight } from "../../ui/icons.generated";
import { PostCard } from "../blog/post-card";
import { Marked, type MarkedTitle } from "./marked";

interface InsightsProps {
  id: string;
  title: MarkedTitle;
  lead?: string;
  posts: readonly Card[];
  /** Default "sunk"; the other one keeps two sections apart. */
  ground?: "sunk" | "paper";
  /** Where the link beside the heading leads, and what it says. */
  more: { href: string; label: string };
}

/** A blog teaser: up to six cards under a heading. Renders nothing without posts. */
export function Insights({ id, title, lead, posts, ground = "sunk", more }: InsightsProps) {
  if (posts.length === 0) return null;
  return (
    <section id={id} className={cx("section", ground === "sunk" && "bg-sunk")}>
      <div className="wrap">
        <div className="mb-stack flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <div className="grid gap-4">
            <h2 className="text-d2">
              <Marked title={title} />
            </h2>
            {lead && <p className="lead max-w-136">{lead}</p>}
          </div>
          <TextLink href={more.href} trailing={arrowRight}>
            {more.label}
          </TextLink>
        </div>
        <ul className="grid gap-x-gutter gap-y-12 md:grid-cols-2 lg:grid-cols-3">
          {posts.slice(0, 6).map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
