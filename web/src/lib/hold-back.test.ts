import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdBack } from "./hold-back";
import { HYDRATED } from "./hydrated";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<button type="button">Menu</button><a href="#there">Link</a>
    <form method="post"><input name="email"><button>Send</button></form>
    <form method="get"><button>Search</button></form>`;
});
afterEach(() => {
  release();
  vi.useRealTimers();
});

let release = () => {};
const heard = vi.fn();

/** Attaches the page's own listener. Returns it, to count its calls. */
function listen(selector: string, type: "click" | "submit"): void {
  heard.mockClear();
  document.querySelector(selector)?.addEventListener(type, (event) => {
    event.preventDefault();
    heard();
  });
}
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
function hydrate(): void {
  dispatchEvent(new Event(HYDRATED));
  vi.advanceTimersByTime(0);
}

test("a click on a button is held until hydration, and repeated once", () => {
  release = holdBack();
  listen("button", "click");
  click("button");
  click("button");
  expect(heard).not.toHaveBeenCalled();
  hydrate();
  expect(heard).toHaveBeenCalledOnce();
  click("button");
  expect(heard).toHaveBeenCalledTimes(2);
});

test("a submitted form is held until hydration, and submitted with its button", () => {
  release = holdBack();
  listen("form[method=post]", "submit");
  const form = document.querySelector<HTMLFormElement>("form[method=post]");
  const keys = vi.fn();
  form?.addEventListener("keyup", keys);
  form?.requestSubmit(form.querySelector("button"));
  expect(heard).not.toHaveBeenCalled();
  hydrate();
  expect(heard).toHaveBeenCalledOnce();
  expect(keys).toHaveBeenCalledOnce();
});

test("in a part of the page, only clicks within the part are held", () => {
  release = holdBack(document.querySelector("form[method=post]") as Element);
  document.querySelector("form")?.insertAdjacentHTML("beforeend", '<button type="button">More');
  listen("button", "click");
  click("button");
  expect(heard).toHaveBeenCalledOnce();
  listen("form button[type=button]", "click");
  click("form button[type=button]");
  hydrate();
  expect(heard).not.toHaveBeenCalled();
  release();
  expect(heard).toHaveBeenCalledOnce();
});

test("in a part, links are held, too, unless they open elsewhere", () => {
  document.querySelector("form")?.insertAdjacentHTML("beforeend", '<a href="#here">More</a>');
  release = holdBack(document.querySelector("form") as Element);
  listen("form a", "click");
  click("form a");
  expect(heard).not.toHaveBeenCalled();
  release();
  expect(heard).toHaveBeenCalledOnce();

  release = holdBack(document.querySelector("form") as Element);
  const elsewhere = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  document.querySelector("form a")?.dispatchEvent(elsewhere);
  expect(heard).toHaveBeenCalledTimes(2);
});

test("a choice is shown at once, and clicked again after hydration", () => {
  document.body.innerHTML = `<main><label><input type="radio" name="a" value="1">One</label>
    <label><input type="radio" name="a" value="2">Two</label><input type="checkbox"></main>`;
  const inputs = [...document.querySelectorAll("input")];
  const chosen = () => inputs.map(({ checked }) => checked);
  release = holdBack(document.querySelector("main") as Element);
  document.querySelector("label")?.click();
  inputs[1]?.click();
  inputs[2]?.click();
  expect(chosen()).toEqual([false, true, true]);
  heard.mockClear();
  document.querySelector("main")?.addEventListener("change", heard);
  release();
  expect(chosen()).toEqual([false, true, true]);
  expect(heard).toHaveBeenCalledTimes(3);
});

test("choices made before this script ran are clicked again, too", () => {
  document.body.innerHTML = `<main><input type="radio" name="a" value="1" checked>
    <input type="radio" name="a" value="2"><input type="checkbox"><input type="checkbox" checked></main>`;
  const inputs = [...document.querySelectorAll("input")];
  inputs[1]?.click();
  inputs[2]?.click();
  heard.mockClear();
  document.querySelector("main")?.addEventListener("change", heard);
  release = holdBack();
  expect(heard).not.toHaveBeenCalled();
  hydrate();
  expect(inputs.map(({ checked }) => checked)).toEqual([false, true, true, true]);
  expect(heard.mock.calls.map(([{ target }]) => target)).toEqual([inputs[1], inputs[2]]);
});

test("links and searches are not held", () => {
  release = holdBack();
  listen("a", "click");
  click("a");
  expect(heard).toHaveBeenCalledOnce();
  listen("form[method=get]", "submit");
  document.querySelector<HTMLFormElement>("form[method=get]")?.requestSubmit();
  expect(heard).toHaveBeenCalledOnce();
});

test("a click on a button is held as long as the scripts take", () => {
  release = holdBack();
  listen("button", "click");
  click("button");
  vi.advanceTimersByTime(60_000);
  expect(heard).not.toHaveBeenCalled();
  hydrate();
  expect(heard).toHaveBeenCalledOnce();
});

test("forms are released after a time limit, and events when the scripts cannot be loaded", () => {
  release = holdBack();
  listen("form[method=post]", "submit");
  document.querySelector<HTMLFormElement>("form[method=post]")?.requestSubmit();
  vi.advanceTimersByTime(4_999);
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(heard).toHaveBeenCalledOnce();

  release = holdBack();
  listen("button", "click");
  click("button");
  release();
  expect(heard).toHaveBeenCalledOnce();
});

test("the last of several choices before hydration counts", () => {
  document.body.innerHTML = `<input type="radio" name="a" id="one"><input type="radio" name="a" id="two">`;
  release = holdBack();
  for (const id of ["one", "two", "one"]) click(`#${id}`);
  release();
  const radios = [...document.querySelectorAll<HTMLInputElement>("input")];
  expect(radios.map(({ checked }) => checked)).toEqual([true, false]);
});
