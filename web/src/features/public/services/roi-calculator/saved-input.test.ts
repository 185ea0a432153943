import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { INITIAL_INPUT } from "./roi";
import { parseSaved, STATE_KEY, savedInput, saveInput } from "./saved-input";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("stored figures", () => {
  it("are read back", () => {
    const input = { visitors: 5000, conversion: 3.5, value: 80, improvement: 100 };
    saveInput(input);
    expect(savedInput()).toEqual(input);
    expect(STATE_KEY).toBe("services-form-state");
  });

  it.each([null, "", "{", "null", "7", '"text"', "[1,2]", "undefined", "\u0000"])(
    "are ignored if they are not ours: %o",
    (stored) => expect(parseSaved(stored)).toBeNull(),
  );

  it("are replaced by defaults where they are invalid", () => {
    const stored = JSON.stringify({
      visitors: 1e99,
      conversion: {},
      value: [],
      improvement: 20,
      x: 1,
    });
    expect(parseSaved(stored)).toEqual({ ...INITIAL_INPUT, visitors: 100_000, improvement: 20 });
  });
});

describe("storage that is not available or full", () => {
  const fail = () => {
    throw new DOMException("no", "SecurityError");
  };

  it("is not an error", () => {
    vi.stubGlobal("sessionStorage", { getItem: fail, setItem: fail });
    expect(savedInput()).toBeNull();
    expect(() => saveInput(INITIAL_INPUT)).not.toThrow();
    vi.unstubAllGlobals();
  });
});
