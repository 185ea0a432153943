import { describe, expect, it } from "vitest";
import { completeAddress } from "./complete-address";
import { toggleMark } from "./title-mark";

/** Parses a heading with its selection between "[" and "]", or the cursor at "|". */
function given(text: string) {
  const title = text.replace(/[[\]|]/g, "");
  const start = text.search(/[[|]/);
  const end = text.includes("]") ? text.indexOf("]") - 1 : start;
  return { title, start, end };
}

describe("the mark of a heading", () => {
  it.each([
    ["What [log files] know", "What ==log files== know"],
    ["What[ log files ]know", "What ==log files== know"],
    ["What lo|g files know", "What ==log== files know"],
    ["What ==log files== k|now", "What log files ==know=="],
    ["[What] ==log files== know", "==What== log files know"],
    ["What ==log f|iles== know", "What log files know"],
    ["What [==log files==] know", "What log files know"],
    ["What ==log files== [know]", "What log files ==know=="],
    ["[What ==log== files] know", "==What log files== know"],
    ["|", ""],
  ])("%s → %s", (before, after) => {
    expect(toggleMark(given(before)).title).toBe(after);
  });

  it("keeps the marked words selected", () => {
    const { title, start, end } = toggleMark(given("What [log files] know"));
    expect(title.slice(start, end)).toBe("log files");
  });
});

describe("an address of a link", () => {
  it.each([
    ["example.com/page", "https://example.com/page"],
    [" www.example.co.uk ", "https://www.example.co.uk"],
    ["example.com:8080?a=1", "https://example.com:8080?a=1"],
    ["http://example.com", "http://example.com"],
    ["/blog/log-files", "/blog/log-files"],
    ["#why", "#why"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["page.html", "page.html"],
    ["robots.txt", "robots.txt"],
    ["seo", "seo"],
    ["javascript:alert(1)", "javascript:alert(1)"],
  ])("%s → %s", (typed, complete) => expect(completeAddress(typed)).toBe(complete));
});
