import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { matchesOf, splitAt } from "./matches";

describe("splitAt", () => {
  it.each([
    ["Log files and LOG lines", "log", ["", "Log", " files and ", "LOG", " lines"]],
    ["Nothing here", "log", ["Nothing here"]],
    ["C++ (and $1)", "(and $1)", ["C++ ", "(and $1)", ""]],
    ["What log files know", " log  files", ["What ", "log files", " know"]],
    ["Été", "é", ["", "É", "t", "é", ""]],
  ])("splits %s at %s", (text, term, parts) => {
    expect(splitAt(text, term)).toEqual(parts);
  });
});

it("marks the matches", () => {
  const html = renderToStaticMarkup(<p>{matchesOf("LOG")("Read the logs")}</p>);
  expect(html).toBe('<p>Read the <mark class="match">log</mark>s</p>');
});
