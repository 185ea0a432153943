import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Matches, SearchTerm, splitAt } from "./matches";

describe("splitAt", () => {
  it.each([
    ["Log files and LOG lines", "log", ["", "Log", " files and ", "LOG", " lines"]],
    ["Nothing here", "log", ["Nothing here"]],
    ["C++ (and $1)", "(and $1)", ["C++ ", "(and $1)", ""]],
    ["Été", "é", ["", "É", "t", "é", ""]],
  ])("parts %s at %s", (text, term, parts) => {
    expect(splitAt(text, term)).toEqual(parts);
  });
});

it("marks what was searched for, and nothing without a search", () => {
  const draw = (term: string | null) =>
    renderToStaticMarkup(
      <SearchTerm value={term}>
        <Matches text="Read the logs" />
      </SearchTerm>,
    );
  expect(draw("LOG")).toBe('Read the <mark class="match">log</mark>s');
  expect(draw(null)).toBe("Read the logs");
});
