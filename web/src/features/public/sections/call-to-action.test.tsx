import { afterEach, expect, it, vi } from "vitest";
import * as scrolling from "../../../lib/scroll";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { CallToAction } from "./call-to-action";

afterEach(async () => {
  await unmount();
  navigate.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function clickOn(url: string) {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const view = await render(
    <InApp url={url}>
      <CallToAction />
    </InApp>,
  );
  const link = view.querySelector("a") as HTMLAnchorElement;
  expect(link.getAttribute("href")).toBe("/about#engine-room");
  await doing(() => link.click());
}

it("opens the about page at the plan builder, under the page's plain address", async () => {
  await clickOn("/seo");
  expect(navigate).toHaveBeenCalledWith("/about", { scrollTo: "engine-room" });
});

it("only scrolls on the about page itself", async () => {
  const scroll = vi.spyOn(scrolling, "scrollToElement").mockReturnValue(true);
  await clickOn("/about?scrollTo=our-timeline");
  expect(scroll).toHaveBeenCalledWith("engine-room");
  expect(navigate).not.toHaveBeenCalled();
});
