import type { Visit } from "../navigator";
import type { Page } from "../page";
import { focusQuietly } from "../scroll";
import { applyHead } from "./head";

/**
 * After an in-app visit: head, scroll position, focus and announcement, as a full load would have them.
 * @param top where the page was scrolled to when the visitor left it
 * @param hadFocus whether something had the focus when the page began to be drawn
 */
export function arrive(page: Page, visit: Visit, top: number, hadFocus: boolean): void {
  applyHead(page.head);
  const announcer = document.getElementById("route-announcer");
  if (announcer) announcer.textContent = page.head.title;
  if (!visit.keepScroll)
    window.scrollTo({ top: visit.mode === "pop" ? top : 0, behavior: "instant" });
  // A visit that keeps the place moves the focus only when what had it is gone.
  else if (!hadFocus || document.activeElement !== document.body) return;
  const main = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (main) focusQuietly(main);
}
