import { splitUrl } from "../url";

/** View transition name of the moving cover, which the style sheet animates. */
const NAME = "cover";
/** How long the transition waits for the page, in milliseconds: meanwhile the browser renders nothing. */
const LONGEST = 400;

const isPost = (path: string): boolean => /^\/blog\/[^/]+$/.test(path);

const cardCover = (path: string) =>
  document.querySelector(`main a[href="${path}"]`)?.closest("article")?.querySelector(".cover");

/** Returns the cover of a post on the current page: the article's, or that of its card; null if it is not visible. */
function coverOf(post: string, page: string): HTMLElement | null {
  const cover = page === post ? document.querySelector(".article-cover") : cardCover(post);
  if (!(cover instanceof HTMLElement)) return null;
  const { top, bottom } = cover.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? cover : null;
}

/**
 * Renders another page. Between an article and a page with its card, the cover moves from one place to the other if the
 * browser supports it, both are visible and reduced motion is not requested.
 * @param draw starts rendering; resolves once the page is in the document
 */
export function drawWithCover(from: string, to: string, draw: () => Promise<void>): void {
  const [before, after] = [splitUrl(from).path, splitUrl(to).path];
  const post = isPost(after) ? after : before;
  const cover = before !== after && isPost(post) ? coverOf(post, before) : null;
  if (
    !cover ||
    !("startViewTransition" in document) ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  ) {
    void draw();
    return;
  }
  cover.style.viewTransitionName = NAME;
  let arrived: HTMLElement | null = null;
  const transition = document.startViewTransition(async () => {
    await Promise.race([draw(), new Promise((resolve) => setTimeout(resolve, LONGEST))]);
    cover.style.viewTransitionName = "";
    arrived = coverOf(post, after);
    if (arrived) arrived.style.viewTransitionName = NAME;
  });
  // A skipped transition has rendered the page nevertheless.
  transition.ready.catch(() => {});
  transition.finished.finally(() => {
    if (arrived) arrived.style.viewTransitionName = "";
  });
}
