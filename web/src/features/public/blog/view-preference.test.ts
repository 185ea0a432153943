import { beforeEach, describe, expect, it } from "vitest";
import { parseView, setView } from "./view-preference";

describe("parseView", () => {
  it("is the card view unless the list was stored", () => {
    expect(parseView(null)).toBe("card");
    expect(parseView("list")).toBe("list");
    expect(parseView("<script>")).toBe("card");
  });
});

describe("setView", () => {
  beforeEach(() => localStorage.clear());

  it("remembers the choice in this browser", () => {
    setView("list");
    expect(localStorage.getItem("blog-view")).toBe("list");
  });
});
