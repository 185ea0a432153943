import { splitUrl } from "../url";

/** What the cover is called while it moves; the style sheet times it. */
const NAME = "cover";
/** A page that is not drawn by then is shown as it comes: meanwhile the browser draws nothing. Milliseconds. */
const LONGEST = 400;

const isPost = (path: string): boolean => /^\/blog\/[^/]+$/.test(path);

const cardCover = (path: string) =>
  document.querySelector(`main a[href="${path}"]`)?.closest("article")?.querySelector(".cover");

/** The cover of a post on the page that stands in the document: the article's, or that of its card. */
function coverOf(post: string, page: string): HTMLElement | null {
  const cover = page === post ? document.querySelector(".article-cover") : cardCover(post);
  if (!(cover instanceof HTMLElement)) return null;
  const { top, bottom } = cover.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? cover : null;
}

/**
 * Draws another page. Between an article and a page with its card the cover grows from one place to the other, where
 * the browser can, both are in view and the visitor does not mind motion.
 * @param draw begins to draw; answers when the page stands in the document
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
  // A transition that is cut short has drawn the page all the same.
  transition.ready.catch(() => {});
  transition.finished.finally(() => {
    if (arrived) arrived.style.viewTransitionName = "";
  });
}
