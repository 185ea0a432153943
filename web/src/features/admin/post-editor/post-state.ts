import { shortMomentText } from "./local-date";
import type { PostForm } from "./post-form";

type Published = Pick<PostForm, "published" | "published_local">;

/**
 * Returns what visitors see of a post once the form is saved.
 * @param now milliseconds since 1970
 */
export function stateOf(form: Published, now: number): "draft" | "scheduled" | "live" {
  if (!form.published) return "draft";
  return new Date(form.published_local ?? "").getTime() > now ? "scheduled" : "live";
}

/** "Draft", "Live" or "Scheduled for 15 Jan, 09:00", in the reader's zone. */
export function stateText(form: Published, now: number): string {
  switch (stateOf(form, now)) {
    case "draft":
      return "Draft";
    case "live":
      return "Live";
    case "scheduled":
      return `Scheduled for ${shortMomentText(form.published_local ?? "", now)}`;
  }
}
