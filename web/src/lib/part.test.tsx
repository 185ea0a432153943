import { act, Suspense } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InApp } from "../test-support/in-app";
import { doing, render, unmount } from "../test-support/render";
import { PART_WAITS, type WaitingPart } from "./hydrated";
import { useNavigation } from "./navigation-state";
import { lazyPart, nearPart, partsArrived } from "./part";

const FormPart = ({ label }: { label: string }) => (
  <form id="form" method="post">
    <input name="message" aria-label={label} />
  </form>
);
const chunk = { FormPart };
type Chunk = typeof chunk;

/** Returns the part with the code from `load`. */
function partFrom(coming: Promise<Chunk>) {
  const part = lazyPart(coming, (module) => module.FormPart, "form");
  const page = (url: string) => (
    <InApp url={url}>
      <Suspense fallback="Loading...">
        <part.Part label="Message" />
      </Suspense>
    </InApp>
  );
  return { ...part, page };
}

const failure = () => Promise.reject<Chunk>(new Error("offline"));

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  await unmount();
  vi.restoreAllMocks();
});

/** Returns a document with the server-rendered part, which a visitor has begun to fill in. */
async function serverDocument(): Promise<HTMLInputElement> {
  const { page } = partFrom(Promise.resolve(chunk));
  // On the server every chunk is loaded before the first render.
  await Promise.resolve();
  document.body.innerHTML = `<div id="test">${renderToString(page("/contact"))}</div>`;
  const input = document.querySelector("input") as HTMLInputElement;
  input.value = "Half a thought";
  return input;
}
async function hydrate(page: ReturnType<typeof partFrom>["page"]): Promise<void> {
  const container = document.getElementById("test") as HTMLElement;
  await act(async () => {
    root = hydrateRoot(container, page("/contact"));
  });
}

it("hydrates the server's HTML once its code is loaded", async () => {
  const input = await serverDocument();
  const part = partFrom(Promise.resolve(chunk));
  await hydrate(part.page);
  expect(part.isLoaded()).toBe(true);
  expect(document.querySelector("input")).toBe(input);
});

it("keeps the server's form with what was typed if its code cannot be loaded", async () => {
  const input = await serverDocument();
  const part = partFrom(failure());
  const errors = vi.spyOn(console, "error");
  await hydrate(part.page);
  expect(part.isLoaded()).toBe(false);
  expect(document.querySelector("input")).toBe(input);
  expect(input.value).toBe("Half a thought");
  await doing(() => root?.render(part.page("/contact")));
  expect(document.querySelector("input")).toBe(input);
  expect(errors).not.toHaveBeenCalled();
});

it("reloads for another view of the page if its code cannot be loaded", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  await serverDocument();
  const { page } = partFrom(failure());
  await hydrate(page);
  expect(reload).not.toHaveBeenCalled();
  await doing(() => root?.render(page("/contact?tab=schedule")));
  expect(reload).toHaveBeenCalledTimes(1);
});

it("fails without server HTML, so that the section around it reports the failure", async () => {
  document.body.innerHTML = "";
  const { page } = partFrom(failure());
  await expect(render(page("/contact"))).rejects.toThrow("offline");
});

describe("a part further down", () => {
  let comeNear: () => void;
  let isWatching: boolean;
  beforeEach(() => {
    isWatching = false;
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(answer: (entries: { isIntersecting: boolean }[]) => void) {
          comeNear = () => answer([{ isIntersecting: true }]);
        }
        observe() {
          isWatching = true;
        }
        disconnect() {
          isWatching = false;
        }
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    useNavigation.setState({ pending: null });
  });

  /** Hydrates the page. Returns it, and whether the part is interactive. */
  async function hydrated(load: () => Promise<Chunk>) {
    const input = await serverDocument();
    const waiting: WaitingPart[] = [];
    addEventListener(
      PART_WAITS,
      (event) => waiting.push((event as CustomEvent<WaitingPart>).detail),
      { once: true },
    );
    const Part = nearPart(load, (module) => module.FormPart, "form");
    await hydrate((url) => (
      <InApp url={url}>
        <Part label="Message" />
      </InApp>
    ));
    const over = vi.fn();
    expect(waiting[0]?.element).toBe(input.form);
    void waiting[0]?.over.then(over);
    return { input, over };
  }

  it("is loaded and hydrated in place when it is near the viewport", async () => {
    const load = vi.fn(() => Promise.resolve(chunk));
    const { input, over } = await hydrated(load);
    expect(load).not.toHaveBeenCalled();
    expect(over).not.toHaveBeenCalled();
    await doing(() => comeNear());
    expect(load).toHaveBeenCalledTimes(1);
    expect(isWatching).toBe(false);
    expect(document.querySelector("input")).toBe(input);
    expect(input.value).toBe("Half a thought");
    expect(over).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["its page is left", () => useNavigation.setState({ pending: "/blog" })],
    [
      "it has the focus",
      () => document.querySelector("input")?.dispatchEvent(new Event("focusin", { bubbles: true })),
    ],
  ])("is loaded when %s", async (_, act) => {
    const load = vi.fn(() => Promise.resolve(chunk));
    await hydrated(load);
    await doing(act);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("keeps the server's HTML, and holds nothing back, if its code cannot be loaded", async () => {
    const { input, over } = await hydrated(failure);
    await doing(() => comeNear());
    expect(document.querySelector("input")).toBe(input);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it("is loaded with a page visited in the app", async () => {
    document.body.innerHTML = "";
    const Part = nearPart(
      () => Promise.resolve(chunk),
      (module) => module.FormPart,
      "form",
    );
    await partsArrived();
    const view = await render(
      <InApp>
        <Part label="Message" />
      </InApp>,
    );
    expect(view.querySelector("form")).not.toBeNull();
  });
});
