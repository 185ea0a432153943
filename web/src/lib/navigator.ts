import type { ErrorDetail } from "../generated/api";
import type { NavigationError } from "./navigation-error";
import { useNavigation } from "./navigation-state";
import type { Page, PageName, PageRedirect } from "./page";
import { type Answer, cachedPage, cachePage } from "./page-cache";
import type { PageModule } from "./page-module";
import type { NavigateOptions } from "./site-context";

/** A response that is not a page. */
type Refusal = { error?: ErrorDetail } | null;

export type VisitMode = "push" | "replace" | "pop";

export interface Visit {
  url: string;
  mode: VisitMode;
  keepScroll: boolean;
  /** Id of the element to scroll to; by default the one in the address. */
  scrollTo?: string;
}

/** What the navigator needs from its environment; tests provide their own. */
export interface NavigatorHost {
  /** Build id of the app's assets. */
  version: string;
  /** Loads the code of a page; rejects if it cannot be loaded. */
  loadModule(component: PageName): Promise<PageModule>;
  /** Returns the component that a path most likely leads to, so that its code loads together with its data. */
  guessComponent(path: string): PageName | null;
  /** Renders the page and updates the history. */
  show(page: Page, module: PageModule, visit: Visit): void;
  /** Returns the address to visit instead of the page, or null. */
  replacementOf(page: Page): string | null;
  /** Called before a page is replaced by another address. */
  onReplaced?(page: Page, replacement: string): void;
  /** Leaves the app by loading a page in full. */
  leave(url: string): void;
  /** Called when a visit fails. Returns true if the current page stays and reports the error itself. */
  stays?(failure: NavigationError): boolean;
  fetch: typeof fetch;
  now(): number;
}

const MAX_REDIRECTS = 5;

/** There was no page: no response at all, or one with an error only. */
class NoPage extends Error {
  constructor(readonly reason: string | null) {
    super();
  }
}

/** Whether a path leads to a page of the app, not to a file, the API or an upload. */
export function isPagePath(path: string): boolean {
  return !/^\/(api|media|assets|_data|healthz|readyz)(\/|$)|\.[^/]*$/.test(path);
}

/** Returns the address of a page's data: "/blog?page=2" → "/_data/blog?page=2". */
export const dataUrl = (url: string): string => `/_data${withoutHash(url)}`;

const withoutHash = (url: string): string => url.split("#", 1)[0] ?? "";

export interface Navigator {
  navigate(url: string, options?: NavigateOptions): Promise<void>;
  /** Handles the browser's back and forward buttons. */
  pop(url: string): Promise<void>;
  prefetch(url: string): void;
  /** Cancels the pending visit. */
  cancel(): void;
}

export function createNavigator(host: NavigatorHost): Navigator {
  let running: AbortController | null = null;

  async function load(url: string, signal?: AbortSignal): Promise<Answer> {
    const guess = host.guessComponent(withoutHash(url).split("?", 1)[0] ?? "");
    if (guess) host.loadModule(guess).catch(() => {});
    const response = await host
      .fetch(dataUrl(url), {
        signal,
        headers: { accept: "application/json" },
        credentials: "same-origin",
      })
      .catch(() => {
        throw new NoPage(null);
      });
    const body = (await response.json().catch(() => null)) as Page | PageRedirect | Refusal;
    if (body && "redirect" in body) return { redirect: body.redirect };
    if (!body || !("component" in body))
      throw new NoPage(body?.error?.message || `The server answered with ${response.status}.`);
    if (body.version !== host.version) throw new Error("The assets are of another build");
    // Prefetching, which has no signal, discards an error page: the server may have recovered by the visit.
    if (body.component === "error" && !signal) throw new NoPage(null);
    return { page: body, module: await host.loadModule(body.component) };
  }

  /**
   * After a step back the address has already changed, so the current page cannot stay: it would be at a wrong address.
   */
  const stays = ({ mode, url }: Visit, reason: string | null): boolean =>
    mode !== "pop" && host.stays?.({ url, reason }) === true;

  /** Loads a page in full; the hash of the address is the element to scroll to. */
  const leave = ({ url, scrollTo }: Visit): void =>
    host.leave(url + (scrollTo ? `#${scrollTo}` : ""));

  async function go(visit: Visit, redirects = 0): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    useNavigation.setState({ pending: visit.url });
    try {
      const ask = () => load(visit.url, controller.signal);
      // A page whose prefetching failed is requested again.
      const answer = await (cachedPage(withoutHash(visit.url), host.now())?.catch(ask) ?? ask());
      if (controller.signal.aborted) return;
      const next = "redirect" in answer ? answer.redirect : host.replacementOf(answer.page);
      if (next !== null) {
        if (redirects >= MAX_REDIRECTS || !next.startsWith("/") || !isPagePath(withoutHash(next))) {
          return host.leave(next);
        }
        if ("page" in answer) host.onReplaced?.(answer.page, next);
        // For "pop" the history entry is already current, so only its address can change.
        const mode = visit.mode === "pop" ? "replace" : visit.mode;
        return await go({ ...visit, url: next, mode }, redirects + 1);
      }
      if (!("page" in answer)) return;
      const { page, module } = answer;
      if (page.needs_document) return leave(visit);
      if (page.component !== "error" || !stays(visit, page.props.message))
        host.show(page, module, visit);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof NoPage && stays(visit, error.reason)) return;
      leave(visit);
    } finally {
      if (running === controller) {
        running = null;
        useNavigation.setState({ pending: null });
      }
    }
  }

  return {
    navigate: (url, options) =>
      go({
        url,
        mode: options?.replace ? "replace" : "push",
        keepScroll: options?.keepScroll ?? false,
        scrollTo: options?.scrollTo,
      }),
    pop: (url) => go({ url, mode: "pop", keepScroll: false }),
    cancel() {
      running?.abort();
      running = null;
      useNavigation.setState({ pending: null });
    },
    prefetch(url) {
      const key = withoutHash(url);
      if (!cachedPage(key, host.now())) cachePage(key, host.now(), load(key));
    },
  };
}
