import { startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { App } from "./app";
import { takeArticle } from "./features/public/blog/article-in-document";
import type { Site } from "./generated/api";
import { BrowserFooter } from "./layout/site/browser-footer";
import { HYDRATED } from "./lib/hydrated";
import { LEAVING } from "./lib/leaving";
import { NAVIGATION_FAILED } from "./lib/navigation-error";
import { createNavigator, type Visit } from "./lib/navigator";
import { listen } from "./lib/navigator-events";
import type { Page, PageName } from "./lib/page";
import { arrivalDelay, arrivalTarget, type PageModule } from "./lib/page-module";
import { endServedPage, partsArrived } from "./lib/part";
import { cancelScroll, scrollTargetOf, scrollToElement } from "./lib/scroll";
import { newKey, savedScroll, saveScroll } from "./lib/scroll-memory";
import { replacementOf, toastRedirect } from "./redirects";
import "./styles/app.css";
import "./styles/fonts-mono.css";

const pages: Record<string, () => Promise<PageModule>> = {
  ...import.meta.glob<PageModule>([
    "./pages/**/*.tsx",
    "!./pages/admin/**",
    "!./pages/**/*.test.tsx",
    "!./pages/styleguide.tsx",
  ]),
  ...(import.meta.env.VITE_STYLEGUIDE
    ? import.meta.glob<PageModule>("./pages/styleguide.tsx")
    : {}),
};

/** Prefix of the names of admin pages. */
const ADMIN = "admin/";

/** Completes a visit; loaded with the first page visited in the app. */
let arrive: typeof import("./lib/visit/arrive")["arrive"] | undefined;
/** Renders a page with the transition of its cover; loaded with `arrive`. */
let drawWithCover: typeof import("./lib/visit/cover-transition")["drawWithCover"] | undefined;

/** Loads the code of a page visited in the app. */
async function loadVisited(component: PageName): Promise<PageModule> {
  const [module, arrival, covers] = await Promise.all([
    loadModule(component),
    import("./lib/visit/arrive"),
    import("./lib/visit/cover-transition"),
  ]);
  arrive = arrival.arrive;
  drawWithCover = covers.drawWithCover;
  // Without its parts, the page would be incomplete for a moment, and too short to restore the scroll position.
  await partsArrived();
  return module;
}

async function loadModule(component: PageName): Promise<PageModule> {
  const load = component.startsWith(ADMIN)
    ? (await import("./pages/admin/modules")).modules[`./${component.slice(ADMIN.length)}.tsx`]
    : pages[`./pages/${component}.tsx`];
  if (!load) throw new Error(component);
  return load();
}

/** The current address, without fragment. */
const currentUrl = (): string => location.pathname + location.search;

/** Most pages have the name of their path; a wrong guess only costs a prefetch. */
function guessComponent(path: string): PageName | null {
  const name = path.replace(/^\/|\/$/g, "");
  const guesses = [name || "home", `${name}/index`, name.startsWith("blog/") ? "blog/post" : ""];
  const isPage = (name: string): name is PageName =>
    name.startsWith(ADMIN) || `./pages/${name}.tsx` in pages;
  return guesses.find(isPage) ?? null;
}

// In builds, documents contain the fonts; in development they do not.
if (import.meta.env.DEV) void import("./styles/fonts.css");

const { dataset } = document.documentElement;
const container = document.getElementById("root");
const data = document.getElementById("page-data")?.textContent;
if (container && data) void start(container, JSON.parse(data) as Page);

async function start(container: HTMLElement, first: Page): Promise<void> {
  const site = first.site as Site;
  takeArticle(first);
  let root: Root | null = null;
  let key = enter();
  let url = first.url;
  /** The address, without fragment, for which the page was shown. */
  let address = currentUrl();
  /** Completes the visit whose page is being rendered. */
  let arrival: (() => void) | null = null;

  const onCommit = () => {
    arrival?.();
    arrival = null;
    if (!dataset.hydrated) {
      dataset.hydrated = "true";
      dispatchEvent(new Event(HYDRATED));
    }
  };
  const element = (page: Page, module: PageModule) => (
    <App
      page={page}
      site={site}
      module={module}
      navigate={navigate}
      Footer={BrowserFooter}
      onCommit={onCommit}
    />
  );
  const onUncaughtError = (error: unknown) => {
    // A page that fails to render after an in-app visit is loaded in full instead.
    if (arrival) location.reload();
    else reportError(error);
  };

  function show(page: Page, module: PageModule, visit: Visit): void {
    if (root && !dataset.hydrated) {
      // If another page were rendered during hydration, React would discard the server's markup.
      addEventListener(HYDRATED, () => show(page, module, visit), { once: true });
      return;
    }
    cancelScroll();
    if (visit.mode !== "pop") saveScroll(key);
    // A redirected "pop" replaces the entry that was reached, not the one that was left.
    key = visit.mode === "push" ? newKey() : enter();
    if (visit.mode !== "pop")
      history[visit.mode === "push" ? "pushState" : "replaceState"]({ key }, "", visit.url);
    address = currentUrl();
    const from = url;
    url = page.url;
    root ??= createRoot(container, { onUncaughtError });
    // Before the page is drawn, as an open dialog would keep the focus and the announcement from it.
    dispatchEvent(new Event("app:navigated"));
    const draw = () =>
      new Promise<void>((resolve) => {
        const hadFocus = document.activeElement !== document.body;
        arrival = () => {
          arrive?.(page, visit, savedScroll(key), hadFocus);
          if (!visit.keepScroll && visit.mode !== "pop")
            arriveAt(visit.scrollTo ?? scrollTargetOf(visit.url), module, visit.url);
          resolve();
        };
        startTransition(() => root?.render(element(page, module)));
      });
    if (drawWithCover) drawWithCover(from, url, draw);
    else void draw();
  }

  /** Returns the key of the current history entry. An entry made by the browser gets a new one. */
  function enter(): string {
    const entered = (history.state as { key?: string } | null)?.key ?? newKey();
    history.replaceState({ key: entered }, "");
    return entered;
  }

  const navigator = createNavigator({
    version: first.version,
    loadModule: loadVisited,
    guessComponent,
    show,
    replacementOf,
    onReplaced: toastRedirect,
    // After a step back the address is already the wanted one, and assigning it would not load the page.
    leave: (to) =>
      new URL(to, location.href).href === location.href ? location.reload() : location.assign(to),
    stays: (failure) =>
      !dispatchEvent(new CustomEvent(NAVIGATION_FAILED, { cancelable: true, detail: failure })),
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
  });
  function navigate(to: string, options?: Parameters<typeof navigator.navigate>[1]): void {
    if (options?.isShown) {
      history.replaceState(history.state, "", to);
      address = currentUrl();
    } else void navigator.navigate(to, options);
  }

  history.scrollRestoration = "manual";
  listen(
    navigator,
    (hash) => {
      if (hash === location.hash) return;
      saveScroll(key);
      key = newKey();
      history.pushState({ key }, "", hash);
    },
    (to) => currentUrl() === address && [address, url].includes(to),
  );
  addEventListener("pagehide", () => saveScroll(key));
  addEventListener("popstate", () => {
    saveScroll(key);
    const to = currentUrl();
    if (to !== address && dispatchEvent(new Event(LEAVING, { cancelable: true }))) {
      void navigator.pop(to + location.hash);
      return;
    }
    // Another fragment of the page, or a return to it: before another page was shown, or because this one may not be
    // left.
    navigator.cancel();
    cancelScroll();
    const known = (history.state as { key?: string } | null)?.key !== undefined;
    key = enter();
    if (known) scrollTo({ top: savedScroll(key), behavior: "instant" });
  });

  const replacement = replacementOf(first);
  if (replacement) {
    endServedPage();
    toastRedirect(first, replacement);
    void navigator.navigate(replacement, { replace: true });
    return;
  }
  // The code is preloaded, so that no page visited meanwhile arrives earlier.
  const module = await loadModule(first.component);
  endServedPage();
  await module.ready?.catch(() => {});
  // A visit was faster.
  if (root) return;
  if (container.firstChild) {
    // In a transition React works in slices of a few milliseconds, between which the page handles events.
    startTransition(() => {
      root = hydrateRoot(container, element(first, module), { onUncaughtError });
    });
  } else {
    root = createRoot(container, { onUncaughtError });
    root.render(element(first, module));
  }
  const [loaded] = performance.getEntriesByType("navigation");
  if (loaded && loaded.name.split("#")[0] !== location.href.split("#")[0]) {
    // A step back before the listeners were attached: the address belongs to another page than the document.
    void navigator.pop(currentUrl() + location.hash);
  }
  const saved = savedScroll(key);
  const target = scrollTargetOf(location.href);
  // A visitor who has already scrolled stays where they are. To a fragment, the browser scrolls itself.
  if (scrollY > 0 && !target) return;
  if (saved > 0) scrollTo({ top: saved, behavior: "instant" });
  else arriveAt(target, module, location.href);
}

/** Scrolls to the element that an address names, else to the one that its query refers to. */
function arriveAt(named: string | null, module: PageModule, url: string): void {
  const target = named ?? arrivalTarget(module, url);
  // For a target in the query only, the keyboard stays at the beginning of the page.
  if (target) scrollToElement(target, { delay: arrivalDelay(module), focus: named !== null });
}
