import { isPagePath, type Navigator } from "./navigator";
import { scrollToHash, scrollToTop } from "./scroll";

/** A pointer that only passes over a link does not fetch it. Milliseconds. */
export const HOVER_DELAY = 65;

/** The in-app target of a link, or null when the browser should follow it itself. */
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

/** True for a click that only follows the link: no tab, no window, no download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Takes over clicks on links, GET forms and prefetching for the whole document.
 * @param pushFragment adds a history entry for a fragment of the page shown
 * @param shownUrl the canonical address of the page shown, which the address bar may lengthen
 * @param signal lets go
 */
export function listen(
  navigator: Navigator,
  pushFragment: (hash: string) => void,
  shownUrl: () => string,
  signal?: AbortSignal,
): void {
  let hover = 0;
  const samePage = (url: URL): boolean =>
    [withoutHash(location), shownUrl()].includes(withoutHash(url));

  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = linkOf(event);
    const url = link && pageTarget(link);
    if (!link || !url) return;
    if (samePage(url)) {
      if (url.hash ? scrollToHash(url.hash) : link.getAttribute("href") !== "#") {
        event.preventDefault();
        if (!url.hash) scrollToTop();
        else pushFragment(url.hash);
      }
      return;
    }
    event.preventDefault();
    // The visit itself fetches it.
    clearTimeout(hover);
    void navigator.navigate(relative(url), { keepScroll: link.dataset.scroll === "keep" });
  };

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.method !== "get" || form.dataset.reload !== undefined) return;
    // Not the property: a field of the name takes its place.
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
      // As the browser does it.
      replace: samePage(url),
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

/** True when the visitor asked the browser to save data: then nothing is fetched before it is asked for. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
