import { afterEach, expect, it, vi } from "vitest";
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

it("puts no text back after a reload that the visitor has changed or deleted", async () => {
  /** Returns the text of the form after the document was loaded, which the browser filled in with `restored`. */
  const loaded = async (restored: string) => {
    vi.resetModules();
    const { placeCarried } = await import("./carried-message");
    const field = document.createElement("textarea");
    field.value = restored;
    placeCarried("contact", field);
    return field.value;
  };
  carryMessage("plan", "My plan");
  expect(await loaded("Hello")).toBe("Hello\n\nMy plan");
  expect(await loaded("Hello\n\nMy own plan")).toBe("Hello\n\nMy own plan");
  expect(await loaded("Hello")).toBe("Hello");
  // A new answer takes the place of the former one.
  carryMessage("plan", "My other plan");
  expect(await loaded("Hello\n\nMy plan")).toBe("Hello\n\nMy other plan");
  // A browser that restores no text leaves the field empty.
  expect(await loaded("")).toBe("My other plan");
});
