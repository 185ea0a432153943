import { afterEach, expect, it } from "vitest";
import { carriedMessage, carryMessage, clearCarried } from "./carried-message";

afterEach(() => sessionStorage.clear());

it("contains the messages of all tools, until they are sent", () => {
  expect(carriedMessage()).toBe("");
  carryMessage("selector", "My answers");
  carryMessage("plan", "My plan");
  carryMessage("plan", "My other plan");
  expect(carriedMessage()).toBe("My other plan\n\nMy answers");
  carryMessage("plan", null);
  expect(carriedMessage()).toBe("My answers");
  clearCarried("contact");
  expect(carriedMessage()).toBe("");
});
