import type { FocusEvent } from "react";

/** For rows that scroll sideways: browsers do not scroll to a focused element that is already partly visible. */
export function scrollFocusedIntoView({ target }: FocusEvent) {
  if (target.matches(":focus-visible")) {
    target.scrollIntoView({ block: "nearest", inline: "center" });
  }
}
