import { expect, it } from "vitest";
import { isKept } from "./draft-status";
import type { SaveFailure } from "./save-outcome";

it("knows whether unsaved changes are offered again", () => {
  const at = (link: "working" | "unreachable", isOnDevice: boolean) => ({
    link,
    savedAt: null,
    isOnDevice,
  });
  expect(isKept(at("working", false), null)).toBe(true);
  expect(isKept(at("unreachable", true), null)).toBe(true);
  expect(isKept(at("unreachable", false), null)).toBe(false);
  const gone: SaveFailure = { title: "", fields: {}, notice: "gone" };
  expect(isKept(at("working", true), { ...gone, isInTrash: true })).toBe(true);
  expect(isKept(at("working", true), gone)).toBe(false);
});
