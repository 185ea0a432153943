import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { InApp } from "../test-support/in-app";
import { cards } from "../test-support/posts";
import { doing, render, unmount } from "../test-support/render";
import { stubBrowser } from "../test-support/stub-browser";
import About from "./about";

beforeAll(() => vi.dynamicImportSettled());
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("shows its own text if the image of a post cannot be loaded", async () => {
  stubBrowser();
  const posts = cards.map((card) => ({ ...card, thumbnail_image: "/media/images/1.jpg" }));
  const view = await render(
    <InApp url="/about">
      <About posts={posts} client_logos={[]} founder_story="" />
    </InApp>,
  );
  const cover = view.querySelector("#industry-insights .cover") as HTMLElement;
  for (let image = cover.querySelector("img"); image; image = cover.querySelector("img")) {
    const failed = image;
    await doing(() => failed.dispatchEvent(new Event("error")));
  }
  expect(cover.textContent).toBe("Sorry image not available");
});
