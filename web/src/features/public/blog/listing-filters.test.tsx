import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNavigation } from "../../../lib/navigation-state";
import { InApp, navigate, type } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { ListingFilters, SEARCH_DELAY } from "./listing-filters";

beforeEach(() => {
  vi.useFakeTimers();
  navigate.mockReset();
});
afterEach(async () => {
  vi.useRealTimers();
  useNavigation.setState({ pending: null });
  await unmount();
});

const listing = (search: string | null, tag: string | null = null) => (
  <InApp url="/blog">
    <ListingFilters
      filter={{
        tag,
        section: null,
        trending: false,
        latest: false,
        featured: false,
        search,
      }}
      total={1}
      view="card"
    />
  </InApp>
);

it("keeps what was typed during a search, and otherwise follows the address", async () => {
  const view = await render(listing(null));
  const field = view.querySelector("input[type=search]") as HTMLInputElement;
  const form = view.querySelector("form");
  form?.addEventListener("submit", (event) => event.preventDefault());
  field.value = "log";
  await doing(() => form?.requestSubmit());
  field.value = "log files";
  await rerender(listing("log"));
  expect(field.value, "typed since").toBe("log files");
  await rerender(listing(null));
  expect(field.value, "a step back").toBe("");
  await rerender(listing("log"));
  expect(field.value, "a step forward").toBe("log");
});

/** Draws the listing. Returns a function that types into its search and pauses. */
async function typing(search: string | null, tag: string | null = null) {
  const view = await render(listing(search, tag));
  return async (text: string, pause = SEARCH_DELAY) => {
    await doing(() => type(view.querySelector("input[type=search]"), text));
    await doing(() => void vi.advanceTimersByTime(pause));
  };
}

it("searches once typing pauses, and keeps the other filters", async () => {
  const enter = await typing(null, "Local SEO");
  await enter("log", SEARCH_DELAY - 1);
  await enter("log files ", SEARCH_DELAY - 1);
  expect(navigate).not.toHaveBeenCalled();
  await doing(() => void vi.advanceTimersByTime(1));
  const to = "/blog?tag=Local+SEO&search=log+files";
  expect(navigate).toHaveBeenCalledExactlyOnceWith(to, { replace: false, keepScroll: true });
});

it("replaces the search that is refined, and ends it with the last letter", async () => {
  const enter = await typing("log");
  await enter("log files");
  expect(navigate).toHaveBeenLastCalledWith("/blog?search=log+files", {
    replace: true,
    keepScroll: true,
  });
  await enter("");
  expect(navigate).toHaveBeenLastCalledWith("/blog", { replace: true, keepScroll: true });
});

it("searches again for a text that was removed", async () => {
  const enter = await typing(null);
  await enter("log");
  await rerender(listing("log"));
  await rerender(listing(null));
  navigate.mockReset();
  await enter("log");
  expect(navigate).toHaveBeenCalledOnce();
});

it("does not undo the removal of a search", async () => {
  const enter = await typing("log");
  useNavigation.setState({ pending: "/blog" });
  await enter("log f");
  expect(navigate).not.toHaveBeenCalled();
});

it("takes what is typed along in the links of the filters", async () => {
  const view = await render(listing(null));
  await doing(() => type(view.querySelector("input[type=search]"), "log files "));
  const links = [...view.querySelectorAll("a")].filter((link) => link.textContent === "Trending");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/blog?trending=true&search=log%20files",
  ]);
});

it("adds the search to a filter that has just been pressed, and stays off other pages", async () => {
  const enter = await typing(null);
  useNavigation.setState({ pending: "/blog?latest=true" });
  await enter("log");
  expect(navigate).toHaveBeenLastCalledWith("/blog?latest=true&search=log", expect.anything());
  navigate.mockReset();
  useNavigation.setState({ pending: "/about" });
  await enter("log files");
  expect(navigate).not.toHaveBeenCalled();
});
