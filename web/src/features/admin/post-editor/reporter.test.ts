import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReporter } from "./reporter";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reporter of a text that the editor writes in small letters. */
function setUp(given: string) {
  const editor = { text: given };
  const told: string[] = [];
  const reporter = createReporter(
    given,
    () => editor.text.toLowerCase(),
    (text) => told.push(text),
  );
  const type = (text: string) => {
    editor.text += text;
    reporter.edited();
  };
  return { editor, told, reporter, type };
}

it("tells once typing rests, not at each key", () => {
  const { told, type } = setUp("a");
  type("b");
  vi.advanceTimersByTime(200);
  type("c");
  vi.advanceTimersByTime(299);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["abc"]);
});

it("tells at once when it is asked to, and not again afterwards", () => {
  const { told, reporter, type } = setUp("a");
  type("b");
  reporter.flush();
  vi.runAllTimers();
  expect(told).toEqual(["ab"]);
});

it("gives back the text as it came when nothing of it is another", () => {
  const { editor, told, reporter, type } = setUp("As Stored");
  reporter.flush();
  expect(told).toEqual([]);
  type("!");
  reporter.flush();
  editor.text = "As Stored";
  reporter.flush();
  expect(told).toEqual(["as stored!", "As Stored"]);
});

it("knows the form's own answer from another text", () => {
  const { editor, told, reporter, type } = setUp("a");
  type("b");
  reporter.flush();
  expect(reporter.isNews("ab")).toBe(false);
  expect(reporter.isNews("other")).toBe(true);
  type("c");
  editor.text = "Other";
  reporter.replaced("Other");
  vi.runAllTimers();
  expect(told).toEqual(["ab"]);
  expect(reporter.isNews("Other")).toBe(false);
});
