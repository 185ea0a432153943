import { expect, it } from "vitest";
import { isKept } from "./draft-status";
import type { ServerLink } from "./editor-state";

it.each<[ServerLink["name"], boolean, boolean]>([
  ["working", true, true],
  ["working", false, true],
  ["unreachable", true, true],
  ["unreachable", false, false],
  ["signed-out", false, false],
])("with the server %s and the device %s, typed text is kept: %s", (link, isOnDevice, kept) => {
  expect(isKept({ link, savedAt: null, isOnDevice })).toBe(kept);
});
