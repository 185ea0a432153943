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

it("is found as it was left, until it has been sent", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ error: null })));
  vi.useFakeTimers();
  const quiz = (
    <InApp url="/contact">
      <Quiz />
    </InApp>
  );
  const press = (view: Element, words: string) =>
    doing(() =>
      [...view.querySelectorAll<HTMLElement>("a, button")]
        .find(({ textContent }) => textContent === words)
        ?.click(),
    );
  const first = await render(quiz);
  await press(first, "I'd rather talk to someone");
  await press(first, "Continue to Get Your Call");
  for (const [name, text] of Object.entries({ name: "Anna", email: "anna@example.org" }))
    await doing(() => type(first.querySelector<HTMLInputElement>(`input[name=${name}]`), text));
  await unmount();
  const second = await render(quiz);
  expect(second.querySelector<HTMLInputElement>("input[name=name]")?.value).toBe("Anna");
  await doing(() =>
    type(second.querySelector<HTMLInputElement>("input[name=website]"), "example.org"),
  );
  await doing(() => second.querySelector("form")?.requestSubmit());
  await doing(() => vi.advanceTimersByTimeAsync(1_000));
  await unmount();
  const third = await render(quiz);
  expect(third.textContent).toContain("0%");
});

it("lets a link be opened in a new tab", async () => {
  const view = await render(
    <InApp url="/contact">
      <Quiz />
    </InApp>,
  );
  const link = view.querySelector("a") as HTMLAnchorElement;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  // The document would otherwise be left.
  link.addEventListener("click", (event) => event.stopPropagation());
  await doing(() => link.dispatchEvent(click));
  expect(click.defaultPrevented).toBe(false);
  expect(view.textContent).toContain("0%");
});
