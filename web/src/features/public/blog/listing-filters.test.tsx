import { afterEach, expect, it } from "vitest";
import { InApp } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { ListingFilters } from "./listing-filters";

afterEach(unmount);

const listing = (search: string | null) => (
  <InApp url="/blog">
    <ListingFilters
      filter={{
        tag: null,
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
