import type { Visit } from "../navigator";
import type { Page } from "../page";
import { focusQuietly } from "../scroll";
import { applyHead } from "./head";

/**
 * Completes an in-app visit: sets head, scroll position and focus, and announces the page, as a full load would.
 * @param top scroll position of the page when the visitor left it
 * @param hadFocus whether an element had the focus before the page was rendered
 */
export function arrive(page: Page, visit: Visit, top: number, hadFocus: boolean): void {
  applyHead(page.head);
  const announcer = document.getElementById("route-announcer");
  if (announcer) announcer.textContent = page.head.title;
  if (!visit.keepScroll)
    window.scrollTo({ top: visit.mode === "pop" ? top : 0, behavior: "instant" });
  // If the scroll position is kept, the focus moves only when the focused element was removed.
  else if (!hadFocus || document.activeElement !== document.body) return;
  const main = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (main) focusQuietly(main);
}
