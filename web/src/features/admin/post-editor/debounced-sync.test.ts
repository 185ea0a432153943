import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDebouncedSync } from "./debounced-sync";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a sync with an editor that stores its text in lower case. */
function setUp(given: string) {
  const editor = { text: given };
  const sent: string[] = [];
  const sync = createDebouncedSync(
    given,
    () => editor.text.toLowerCase(),
    (text) => sent.push(text),
  );
  const type = (text: string) => {
    editor.text += text;
    sync.edited();
  };
  return { editor, sent, sync, type };
}

it("updates the form once typing pauses, not at each key", () => {
  const { sent, type } = setUp("a");
  type("b");
  vi.advanceTimersByTime(200);
  type("c");
  vi.advanceTimersByTime(299);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(["abc"]);
});

it("updates the form at once when flushed, and not again afterwards", () => {
  const { sent, sync, type } = setUp("a");
  type("b");
  sync.flush();
  vi.runAllTimers();
  expect(sent).toEqual(["ab"]);
});

it("sends the text as given when it is unchanged", () => {
  const { editor, sent, sync, type } = setUp("As Stored");
  sync.flush();
  expect(sent).toEqual([]);
  type("!");
  sync.flush();
  editor.text = "As Stored";
  sync.flush();
  expect(sent).toEqual(["as stored!", "As Stored"]);
});

it("distinguishes the form's echo from an external change", () => {
  const { editor, sent, sync, type } = setUp("a");
  type("b");
  sync.flush();
  expect(sync.isExternalChange("ab")).toBe(false);
  expect(sync.isExternalChange("other")).toBe(true);
  type("c");
  editor.text = "Other";
  sync.replaced("Other");
  vi.runAllTimers();
  expect(sent).toEqual(["ab"]);
  expect(sync.isExternalChange("Other")).toBe(false);
});
