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

/** What the names of the admin area's pages begin with. */
const ADMIN = "admin/";

/** Ends a visit; fetched with the first page that is visited within the app. */
let arrive: typeof import("./lib/visit/arrive")["arrive"] | undefined;
/** Draws a page, and lets a cover grow from card to article; fetched with it. */
let drawWithCover: typeof import("./lib/visit/cover-transition")["drawWithCover"] | undefined;

/** The code of a page that is visited within the app. */
async function loadVisited(component: PageName): Promise<PageModule> {
  const [module, arrival, covers] = await Promise.all([
    loadModule(component),
    import("./lib/visit/arrive"),
    import("./lib/visit/cover-transition"),
  ]);
  arrive = arrival.arrive;
  drawWithCover = covers.drawWithCover;
  // Else the page would stand without them for a moment, and a way back would end above them.
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

/** What stands in the address bar, without fragment. */
const currentUrl = (): string => location.pathname + location.search;

/** Pages mostly stand where their address says; a wrong guess only costs a prefetch. */
function guessComponent(path: string): PageName | null {
  const name = path.replace(/^\/|\/$/g, "");
  const guesses = [name || "home", `${name}/index`, name.startsWith("blog/") ? "blog/post" : ""];
  const isPage = (name: string): name is PageName =>
    name.startsWith(ADMIN) || `./pages/${name}.tsx` in pages;
  return guesses.find(isPage) ?? null;
}

// Documents of a build bring their fonts, those of the development server do not.
if (import.meta.env.DEV) void import("./styles/fonts.css");

const { dataset } = document.documentElement;
const container = document.getElementById("root");
const data = document.getElementById("page-data")?.textContent;
if (container && data) void start(container, JSON.parse(data) as Page);

async function start(container: HTMLElement, first: Page): Promise<void> {
  const site = first.site as Site;
  takeArticle(first);
  let root: Root | null = null;
  let key: string = (history.state as { key?: string } | null)?.key ?? newKey();
  let url = first.url;
  /** What stood in the address bar, without fragment, when the page was shown. */
  let address = currentUrl();
  /** What is left to do for the visit whose page is being rendered. */
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
    // A page that cannot be drawn after an in-app visit gets its chance as a full load.
    if (arrival) location.reload();
    else reportError(error);
  };

  function show(page: Page, module: PageModule, visit: Visit): void {
    if (root && !dataset.hydrated) {
      // React would draw the whole document anew for another page than the one that it is taking over.
      addEventListener(HYDRATED, () => show(page, module, visit), { once: true });
      return;
    }
    cancelScroll();
    if (visit.mode !== "pop") saveScroll(key);
    // A step back that is redirected replaces the entry that it has come to, not the one that was left.
    key = visit.mode === "push" ? newKey() : enter();
    if (visit.mode !== "pop")
      history[visit.mode === "push" ? "pushState" : "replaceState"]({ key }, "", visit.url);
    address = currentUrl();
    const from = url;
    url = page.url;
    root ??= createRoot(container, { onUncaughtError });
    const draw = () =>
      new Promise<void>((resolve) => {
        const hadFocus = document.activeElement !== document.body;
        arrival = () => {
          arrive?.(page, visit, savedScroll(key), hadFocus);
          if (!visit.keepScroll && visit.mode !== "pop")
            arriveAt(visit.scrollTo ?? scrollTargetOf(visit.url), module, visit.url);
          dispatchEvent(new Event("app:navigated"));
          resolve();
        };
        startTransition(() => root?.render(element(page, module)));
      });
    if (drawWithCover) drawWithCover(from, url, draw);
    else void draw();
  }

  /** The key of the entry that the browser has moved to; one made by the browser itself gets one. */
  function enter(): string {
    const state = history.state as { key?: string } | null;
    if (state?.key) return state.key;
    const fresh = newKey();
    history.replaceState({ key: fresh }, "");
    return fresh;
  }

  const navigator = createNavigator({
    version: first.version,
    loadModule: loadVisited,
    guessComponent,
    show,
    replacementOf,
    onReplaced: toastRedirect,
    // After a step back the address is already the one wanted: assigning it would not load it.
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
  history.replaceState({ key }, "");
  listen(
    navigator,
    (hash) => {
      if (hash === location.hash) return;
      saveScroll(key);
      key = newKey();
      history.pushState({ key }, "", hash);
    },
    () => url,
  );
  addEventListener("pagehide", () => saveScroll(key));
  addEventListener("popstate", () => {
    saveScroll(key);
    const to = currentUrl();
    if (to !== address && dispatchEvent(new Event(LEAVING, { cancelable: true }))) {
      void navigator.pop(to + location.hash);
      return;
    }
    // Another fragment of the same page, or back to it: before the other one came, or because it may not be left.
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
  // Its code is preloaded: no page that is fetched ahead comes before it.
  const module = await loadModule(first.component);
  endServedPage();
  await module.ready?.catch(() => {});
  // A visit was quicker.
  if (root) return;
  if (container.firstChild) {
    // As a transition React works in slices of a few milliseconds, between which the page answers.
    startTransition(() => {
      root = hydrateRoot(container, element(first, module), { onUncaughtError });
    });
  } else {
    root = createRoot(container, { onUncaughtError });
    root.render(element(first, module));
  }
  const [loaded] = performance.getEntriesByType("navigation");
  if (loaded && loaded.name.split("#")[0] !== location.href.split("#")[0]) {
    // A step back came before anything heard it: the address is another page's than the document.
    void navigator.pop(currentUrl() + location.hash);
  }
  const saved = savedScroll(key);
  const target = scrollTargetOf(location.href);
  if (saved > 0) scrollTo({ top: saved, behavior: "instant" });
  // A visitor who has begun to scroll is left where they are.
  else if (target || scrollY === 0) arriveAt(target, module, location.href);
}

/** Scrolls to the element that an address names, else to what its query asks for. */
function arriveAt(named: string | null, module: PageModule, url: string): void {
  const target = named ?? arrivalTarget(module, url);
  // What only the query asks for leaves the keyboard at the page's beginning.
  if (target) scrollToElement(target, { delay: arrivalDelay(module), focus: named !== null });
}
