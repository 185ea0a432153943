import { act, Suspense } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { InApp } from "../test-support/in-app";
import { doing, render, unmount } from "../test-support/render";
import { lazyPart } from "./part";

const FormPart = ({ label }: { label: string }) => (
  <form method="post">
    <input name="message" aria-label={label} />
  </form>
);
const chunk = { FormPart };
type Chunk = typeof chunk;

/** The part as one page has it, its code coming from `load`. */
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

/** A document with the part in it, as the server has written it, that a visitor has begun to fill in. */
async function serverDocument(): Promise<HTMLInputElement> {
  const { page } = partFrom(Promise.resolve(chunk));
  // The server's engine has the chunk before its first render.
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

it("takes over what the server wrote when its code is there", async () => {
  const input = await serverDocument();
  const part = partFrom(Promise.resolve(chunk));
  await hydrate(part.page);
  expect(part.isLoaded()).toBe(true);
  expect(document.querySelector("input")).toBe(input);
});

it("leaves the server's form as it is, with what was typed, when its code cannot be fetched", async () => {
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

it("has the server write another view of the page when its code cannot be fetched", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  await serverDocument();
  const { page } = partFrom(failure());
  await hydrate(page);
  expect(reload).not.toHaveBeenCalled();
  await doing(() => root?.render(page("/contact?tab=schedule")));
  expect(reload).toHaveBeenCalledTimes(1);
});

it("fails where the server has written nothing, for the section around it to say", async () => {
  document.body.innerHTML = "";
  const { page } = partFrom(failure());
  await expect(render(page("/contact"))).rejects.toThrow("offline");
});
