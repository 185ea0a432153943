import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNavigation } from "../../../lib/navigation-state";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, hydrate, render, unmount } from "../../../test-support/render";
import { useUnkeptLeaveGuard } from "../shared/use-leave-guard";
import { ListSearch, SEARCH_DELAY } from "./list-search";
import type { ListState } from "./list-url";

beforeEach(() => {
  vi.useFakeTimers();
  navigate.mockReset();
});
afterEach(async () => {
  vi.useRealTimers();
  useNavigation.setState({ pending: null });
  await unmount();
});

const STATE: ListState = { path: "/admin/enquiries", search: "", status: "new" };

/** Something that is not saved in a row of the list. */
function Note() {
  useUnkeptLeaveGuard(true);
  return null;
}

/** Renders the list with the search of a response. */
let answer = (_: string) => {};

function List({ hasNote = false }) {
  const [search, setSearch] = useState("");
  answer = setSearch;
  return (
    <InApp>
      <ListSearch state={{ ...STATE, search }} label="Search" placeholder="" count="" />
      {hasNote && <Note />}
    </InApp>
  );
}

async function draw(hasNote = false) {
  const view = await render(<List hasNote={hasNote} />);
  const field = view.querySelector("[type=search]") as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  return {
    view,
    field,
    type: (text: string) =>
      doing(() => {
        // React overrides `value` on the element; set through that, the change would not count as typed.
        setValue?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    wait: (time: number) => doing(() => void vi.advanceTimersByTime(time)),
    answer: (search: string) => doing(() => answer(search)),
  };
}

it("searches once typing pauses, and keeps the other filters", async () => {
  const { type, wait } = await draw();
  await type("l");
  await wait(SEARCH_DELAY - 1);
  await type("log ");
  await wait(SEARCH_DELAY - 1);
  expect(navigate).not.toHaveBeenCalled();
  await wait(1);
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/enquiries?search=log&status=new", {
    replace: true,
    keepScroll: true,
  });
});

it("searches for what was typed before hydration", async () => {
  await hydrate(<List />, () => {
    const field = document.querySelector<HTMLInputElement>("[type=search]");
    if (field) field.value = "log";
  });
  await doing(() => vi.advanceTimersByTime(SEARCH_DELAY));
  expect(navigate).toHaveBeenCalledExactlyOnceWith(
    "/admin/enquiries?search=log&status=new",
    expect.anything(),
  );
});

it("keeps a filter that is pressed before the search", async () => {
  const { type, wait } = await draw();
  await type("log files");
  useNavigation.setState({ pending: "/admin/enquiries?search=old&status=all&type=audit&page=2" });
  await wait(SEARCH_DELAY);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(
    "/admin/enquiries?search=log%20files&status=all&type=audit",
    { replace: true, keepScroll: true },
  );
});

it("does not interrupt the navigation to another page", async () => {
  const { type, wait } = await draw();
  await type("log");
  useNavigation.setState({ pending: "/admin/blog?status=new" });
  await wait(SEARCH_DELAY);
  expect(navigate).not.toHaveBeenCalled();
});

it("searches at once on Enter, with a history entry, and not again after the pause", async () => {
  const { view, type, wait } = await draw();
  await type("log");
  await doing(() => view.querySelector("form")?.requestSubmit());
  await wait(SEARCH_DELAY);
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/enquiries?search=log&status=new", {
    replace: false,
    keepScroll: true,
  });
});

it("repeats a failed search on Enter, but not the current one", async () => {
  const { view, type, wait, answer } = await draw();
  const submit = () => doing(() => view.querySelector("form")?.requestSubmit());
  await type("log");
  await wait(SEARCH_DELAY);
  await submit();
  expect(navigate).toHaveBeenCalledTimes(2);
  expect(navigate.mock.lastCall?.[0]).toBe("/admin/enquiries?search=log&status=new");
  await answer("log");
  await submit();
  expect(navigate).toHaveBeenCalledTimes(2);
});

it("repeats a search superseded by a filter on Enter, but not a pending one", async () => {
  const { view, type, wait } = await draw();
  const submit = () => doing(() => view.querySelector("form")?.requestSubmit());
  await type("log");
  await wait(SEARCH_DELAY);
  useNavigation.setState({ pending: "/admin/enquiries?search=log&status=new" });
  await submit();
  expect(navigate).toHaveBeenCalledTimes(1);
  useNavigation.setState({ pending: "/admin/enquiries?status=all" });
  await submit();
  expect(navigate.mock.lastCall?.[0]).toBe("/admin/enquiries?search=log&status=all");
});

it("keeps what was typed while a request was pending", async () => {
  const { field, type, wait, answer } = await draw();
  await type("lo");
  await wait(SEARCH_DELAY);
  await type("log");
  await answer("lo");
  expect(field.value).toBe("log");
});

it("shows the search of another view without searching again", async () => {
  const { field, type, wait, answer } = await draw();
  await type("lo");
  await answer("map");
  expect(field.value).toBe("map");
  await wait(SEARCH_DELAY);
  expect(navigate).not.toHaveBeenCalled();
});

it("is a plain GET form at the list's address without scripts", async () => {
  const { view } = await draw();
  const form = view.querySelector("form");
  expect(form?.getAttribute("action")).toBe("/admin/enquiries");
  expect([...new FormData(form as HTMLFormElement)]).toEqual([
    ["status", "new"],
    ["search", ""],
  ]);
});

it("asks before another list takes the place of one in which something is not saved", async () => {
  const confirmed = vi.fn(() => false);
  vi.stubGlobal("confirm", confirmed);
  const { type, wait, field } = await draw(true);
  const entries = history.length;
  await type("log");
  await wait(SEARCH_DELAY);
  expect(confirmed).toHaveBeenCalledOnce();
  expect(navigate).not.toHaveBeenCalled();
  expect([field.value, history.length]).toEqual(["log", entries]);
  confirmed.mockReturnValue(true);
  await type("logs");
  await wait(SEARCH_DELAY);
  expect(navigate).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
