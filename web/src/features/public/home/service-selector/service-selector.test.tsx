import { afterEach, expect, it } from "vitest";
import { InApp } from "../../../../test-support/in-app";
import { doing, render, unmount } from "../../../../test-support/render";
import { carriedMessage } from "../../tools/carried-message";
import { ServiceSelector } from "./service-selector";

/** Presses "Start Over", if it is shown. */
const startOver = () =>
  doing(() =>
    [...document.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Start Over")
      ?.click(),
  );

afterEach(async () => {
  await startOver();
  await unmount();
  sessionStorage.clear();
});

/** Answers all three questions with their first option. */
async function recommended() {
  const view = await render(
    <InApp>
      <ServiceSelector />
    </InApp>,
  );
  for (let question = 0; question < 3; question++) {
    await doing(() => view.querySelector<HTMLInputElement>("input")?.click());
    await doing(() => view.querySelector<HTMLElement>("[type=submit]")?.click());
  }
  const link = view.querySelector('a.btn[href="/contact"]') as HTMLElement;
  const follow = (init: MouseEventInit = {}) => {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    click.preventDefault();
    return doing(() => link.dispatchEvent(click));
  };
  return { view, follow };
}

it("removes the carried answers when it is started over", async () => {
  const { follow } = await recommended();
  await follow();
  expect(carriedMessage()).not.toBe("");
  await startOver();
  expect(carriedMessage()).toBe("");
});

it("shows the same recommendation when the visitor returns to the page", async () => {
  const { view, follow } = await recommended();
  const shown = view.textContent;
  await follow();
  await unmount();
  const again = await render(
    <InApp>
      <ServiceSelector />
    </InApp>,
  );
  expect(again.textContent).toBe(shown);
  expect(carriedMessage()).not.toBe("");
});

it("carries nothing into a form that opens in another tab", async () => {
  const { follow } = await recommended();
  await follow({ ctrlKey: true });
  expect(carriedMessage()).toBe("");
});
