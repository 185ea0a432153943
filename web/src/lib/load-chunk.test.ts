import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadChunk } from "./load-chunk";

const code = async () => "code";

/** The requested links. They are never added to the document, which would load them at once. */
let links: HTMLLinkElement[] = [];
/** Whether a promise is settled once all pending tasks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  promise.then(done, done);
  await vi.runAllTimersAsync();
  return isDone;
}

beforeEach(() => {
  vi.useFakeTimers();
  links = [];
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    links.push(link as HTMLLinkElement);
  });
});

afterEach(() => vi.useRealTimers());

it("returns the code once its style sheets are loaded", async () => {
  const chunk = loadChunk(code, ["assets/a.css"]);
  expect(links.map((link) => [link.rel, link.getAttribute("href")])).toEqual([
    ["stylesheet", "/assets/a.css"],
  ]);
  expect(await isSettled(chunk)).toBe(false);
  links[0]?.dispatchEvent(new Event("load"));
  expect(await chunk).toBe("code");
});

it("requests a style sheet of two chunks once, and both wait for it", async () => {
  const [first, second] = [loadChunk(code, ["assets/b.css"]), loadChunk(code, ["assets/b.css"])];
  expect(links).toHaveLength(1);
  expect(await isSettled(second)).toBe(false);
  links[0]?.dispatchEvent(new Event("load"));
  expect(await Promise.all([first, second])).toEqual(["code", "code"]);
});

it("requests nothing that the document already has", async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/c.css">';
  expect(await loadChunk(code, ["assets/c.css"])).toBe("code");
  expect(links).toHaveLength(0);
});

it("fails without a style sheet, and requests it again the next time", async () => {
  const chunk = loadChunk(code, ["assets/d.css"]);
  links[0]?.dispatchEvent(new Event("error"));
  await expect(chunk).rejects.toThrow("/assets/d.css");
  void loadChunk(code, ["assets/d.css"]);
  expect(links).toHaveLength(2);
});

it("requests failed code once more, at another address", async () => {
  const load = vi.fn(async (query: string) => {
    if (query === "") throw new Error("offline");
    return "code";
  });
  expect(await loadChunk(load)).toBe("code");
  expect(load.mock.calls).toEqual([[""], [`?${Date.now()}`]]);
  const gone = vi.fn(async () => Promise.reject(new Error("offline")));
  await expect(loadChunk(gone)).rejects.toThrow("offline");
  expect(gone).toHaveBeenCalledTimes(2);
});
