import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { HeadingList } from "./heading-list";

const headings = [
  { level: 2, id: "a" },
  { level: 4, id: "a-1" },
  { level: 3, id: "b" },
  { level: 6, id: "b-1" },
].map((heading) => ({ ...heading, text: heading.id, page: 1 }));

/** Returns the ids of the headings shown while `current` is being read. */
function shownFor(current: string): string[] {
  const root = document.createElement("div");
  root.innerHTML = renderToStaticMarkup(
    <HeadingList articleUrl="/blog/a" headings={headings} page={1} current={current} />,
  );
  const links = [...root.querySelectorAll("li")];
  expect(links).toHaveLength(headings.length);
  return links.filter((each) => !each.classList.contains("hidden")).map((each) => each.textContent);
}

it.each([
  ["a", ["a", "a-1", "b"]],
  ["a-1", ["a", "a-1", "b"]],
  ["b", ["a", "b", "b-1"]],
])("shows the deeper headings of the section being read: %s", (current, shown) => {
  expect(shownFor(current)).toEqual(shown);
});
