import { isPagePath, type Navigator } from "./navigator";
import { scrollToHash, scrollToTop } from "./scroll";

/** How long the pointer must be over a link before its page is prefetched, in milliseconds. */
export const HOVER_DELAY = 65;

/** Returns the in-app target of a link, or null if the browser should follow it. */
export function pageTarget(link: HTMLAnchorElement): URL | null {
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  if (link.dataset.reload !== undefined || link.dataset.native !== undefined) return null;
  const url = new URL(link.href, location.href);
  return url.origin === location.origin && isPagePath(url.pathname) ? url : null;
}

const withoutHash = ({ pathname, search }: URL | Location): string => pathname + search;

const relative = (url: URL): string => withoutHash(url) + url.hash;

function linkOf(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement ? link : null;
}

/** Whether a click follows its link in the same tab, without a modifier key. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Handles clicks on links, GET forms and prefetching for the whole document.
 * @param pushFragment adds a history entry for a fragment of the current page
 * @param isShown returns whether the current page is the one at an address. No page is while a step back is loading: the
 * address bar is then ahead of the page.
 * @param signal removes the listeners
 */
export function listen(
  navigator: Navigator,
  pushFragment: (hash: string) => void,
  isShown: (url: string) => boolean,
  signal?: AbortSignal,
): void {
  let hover = 0;
  const samePage = (url: URL): boolean => isShown(withoutHash(url));
  /** Whether a visit replaces the history entry, as browsers do. */
  const replaces = (url: URL): boolean =>
    samePage(url) || withoutHash(url) === withoutHash(location);

  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = linkOf(event);
    const url = link && pageTarget(link);
    if (!link || !url) return;
    if (samePage(url)) {
      if (url.hash ? scrollToHash(url.hash) : link.getAttribute("href") !== "#") {
        event.preventDefault();
        if (url.hash) pushFragment(url.hash);
        else {
          // A visit that has not arrived yet is no longer wanted.
          navigator.cancel();
          scrollToTop();
        }
      }
      return;
    }
    event.preventDefault();
    // The navigation loads the page itself.
    clearTimeout(hover);
    void navigator.navigate(relative(url), {
      keepScroll: link.dataset.scroll === "keep",
      replace: replaces(url) || undefined,
    });
  };

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.method !== "get" || form.dataset.reload !== undefined) return;
    // Not `form.action`, which may be a field of that name.
    const url = new URL(form.getAttribute("action") ?? "", location.href);
    if (url.origin !== location.origin || !isPagePath(url.pathname)) return;
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form, event.submitter)) {
      if (typeof value === "string" && value !== "") query.append(name, value);
    }
    url.search = query.toString();
    void navigator.navigate(relative(url), {
      keepScroll: form.dataset.scroll === "keep",
      replace: replaces(url),
    });
  };

  const prefetch = (event: Event) => {
    const link = linkOf(event);
    const url = link && pageTarget(link);
    if (url && !samePage(url) && !savesData()) navigator.prefetch(withoutHash(url));
  };

  const options = { signal, passive: true };
  document.addEventListener("click", onClick, { signal });
  document.addEventListener("submit", onSubmit, { signal });
  document.addEventListener("focusin", prefetch, options);
  document.addEventListener("touchstart", prefetch, options);
  document.addEventListener(
    "mouseover",
    (event) => {
      clearTimeout(hover);
      if (linkOf(event)) hover = window.setTimeout(prefetch, HOVER_DELAY, event);
    },
    options,
  );
}

/** Whether the visitor has asked for reduced data usage, so that nothing is prefetched. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
