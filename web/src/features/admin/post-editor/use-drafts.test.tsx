import { useState } from "react";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cachedPage, cachePage } from "../../../lib/page-cache";
import { doing, render, unmount } from "../../../test-support/render";
import { PAUSE } from "./draft-courier";
import { formOf, type PostForm } from "./post-form";
import { useDrafts } from "./use-drafts";

const STORED: PostForm = { ...formOf(null), title: "A", published_local: "" };
const fetchMock = vi.fn<typeof fetch>();

function Editor() {
  const [title, setTitle] = useState(STORED.title);
  const form = { ...STORED, title };
  useDrafts({
    user: "ann@example.org",
    post: null,
    latest: { current: form },
    form,
    baseline: STORED,
    version: null,
    isSaved: false,
    flush: { current: () => {} },
  });
  return <input value={title} onChange={(event) => setTitle(event.currentTarget.value)} />;
}

function fill(title: string) {
  const input = document.querySelector("input") as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(input, title);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types a title, and waits until it was brought to the server. */
async function type(title: string) {
  await doing(() => fill(title));
  await doing(() => vi.advanceTimersByTimeAsync(PAUSE));
}

const methods = () => fetchMock.mock.calls.map(([, init]) => init?.method);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockImplementation(async () => new Response('{"drafts":[]}'));
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
});

it("keeps and takes back work that no page shows, so prefetched pages stay", async () => {
  const page = Promise.resolve({ redirect: "/" });
  cachePage("/blog", 0, page);
  await render(<Editor />);
  await type("B");
  expect(methods()).toEqual(["GET", "PUT"]);
  await type("A");
  expect(methods()).toEqual(["GET", "PUT", "DELETE"]);
  expect(cachedPage("/blog", 0)).toBe(page);
});

it("keeps up with keys that leave the browser no time between them", async () => {
  const faults: string[] = [];
  const onError = (event: ErrorEvent) => faults.push(event.message);
  window.addEventListener("error", onError);
  await render(<Editor />);
  await doing(() => {
    for (let key = 0; key < 200; key++) flushSync(() => fill(`B${key}`));
  });
  window.removeEventListener("error", onError);
  expect(faults).toEqual([]);
  expect(document.querySelector("input")?.value).toBe("B199");
});
