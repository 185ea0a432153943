import type { FocusEvent } from "react";

/** For rows that scroll sideways: a browser leaves what gets focus while half in sight where it is. */
export function scrollFocusedIntoView({ target }: FocusEvent) {
  if (target.matches(":focus-visible")) {
    target.scrollIntoView({ block: "nearest", inline: "center" });
  }
}
