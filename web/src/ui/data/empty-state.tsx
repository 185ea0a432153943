import type { ReactNode } from "react";
import { FindBar } from "../base/find-bar";

interface EmptyStateProps {
  /** What was searched for, in the monospace font: "posts". */
  query: string;
  title: string;
  /** Level of the title's heading. Default 2. */
  level?: 2 | 3;
  /** One link or button. */
  action?: ReactNode;
}

/** An empty result: a find bar at 0/0, a title and one action. */
export function EmptyState({ query, title, level = 2, action }: EmptyStateProps) {
  const Heading = level === 3 ? "h3" : "h2";
  return (
    <div className="grid justify-items-start gap-3">
      <FindBar query={query} count="0/0" />
      <Heading className="text-d4">{title}</Heading>
      {action}
    </div>
  );
}
