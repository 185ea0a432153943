import { describe, expect, it } from "vitest";
import { markTitle } from "./mark-title";
import { plainTitle } from "./plain-title";

const marked = (title: string, slug?: string) => markTitle(title, slug).marked;

describe("the mark of a title", () => {
  it("is the text that the editor put between ==", () => {
    expect(markTitle("What ==log files== know")).toEqual({
      before: "What ",
      marked: "log files",
      after: " know",
    });
    expect(plainTitle("What ==log files== know")).toBe("What log files know");
  });

  it("is the run of words that the slug repeats", () => {
    expect(marked("What log files know that your crawler does not", "log-files")).toBe("log files");
    expect(marked("Reading a core update without panicking", "core-update")).toBe("core update");
    expect(marked("Local packs after the overview", "local-packs")).toBe("Local packs");
  });

  it("is the longest word if the slug repeats too much or nothing", () => {
    expect(marked("Measuring the visits that never click", "visits-that-never-click")).toBe(
      "visits",
    );
    expect(marked("Topic maps work", "something-else")).toBe("Topic");
    expect(marked("Topic maps work", "topic-maps-work")).toBe("Topic maps work");
  });

  it("never loses a word", () => {
    for (const [title, slug] of [
      ["One", "one"],
      ["", ""],
      ["A & B", "a-b"],
      ["Über die Suche", "uber-die-suche"],
    ] as const) {
      const { before, marked: found, after } = markTitle(title, slug);
      expect(before + found + after).toBe(title);
    }
  });
});
