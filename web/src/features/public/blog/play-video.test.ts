import { beforeEach, expect, it } from "vitest";
import "./play-video";

beforeEach(() => {
  document.body.innerHTML =
    '<figure><a href="https://youtu.be/x" data-player="https://player.vimeo.com/video/1"><img src="/a.webp" alt="A talk"></a></figure><a href="#b">b</a>';
});

const click = (selector: string, init: MouseEventInit = {}) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
};

// Plain clicks are tested in a browser, as this environment has no frames.
it("does not handle other links, nor clicks for a new tab", () => {
  expect(click("img", { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(click("a[href='#b']").defaultPrevented).toBe(false);
  expect(document.querySelector("iframe")).toBeNull();
});
