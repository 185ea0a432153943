import { afterEach, expect, it, vi } from "vitest";
import { InApp, type } from "../../../../test-support/in-app";
import { doing, render, unmount } from "../../../../test-support/render";
import { Quiz } from "./quiz";

afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("keeps the values of the form when going back, until it is sent", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ error: null })));
  const view = await render(
    <InApp url="/contact">
      <Quiz />
    </InApp>,
  );
  const press = (words: string) =>
    doing(() =>
      [...view.querySelectorAll<HTMLElement>("a, button")]
        .find(({ textContent }) => textContent === words)
        ?.click(),
    );
  const field = (name: string) => view.querySelector<HTMLInputElement>(`input[name=${name}]`);
  const typed = { name: "Anna Example", email: "anna@example.org", website: "example.org" };
  const values = () => Object.keys(typed).map((name) => field(name)?.value);
  await press("I'd rather talk to someone");
  await press("Continue to Get Your Call");
  for (const [name, text] of Object.entries(typed)) await doing(() => type(field(name), text));
  await press("Back");
  expect(field("name")).toBeNull();
  await press("Continue to Get Your Call");
  expect(values()).toEqual(Object.values(typed));

  await doing(() => view.querySelector("form")?.requestSubmit());
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  await doing(() => vi.advanceTimersByTimeAsync(1_000));
  // The success takes no focus from a visitor who has moved on.
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
  await press("Submit Another Request");
  expect(values()).toEqual(["", "", ""]);
});
