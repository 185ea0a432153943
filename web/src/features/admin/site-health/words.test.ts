import { describe, expect, it } from "vitest";
import { grouped, kindName } from "./words";

describe("findings by rule", () => {
  it("puts broken links first, unknown rules last, and keeps the order within a rule", () => {
    const finding = (kind: string, url: string) => ({ kind, url });
    const found = [
      finding("new_rule", "/a"),
      finding("images_alt", "/b"),
      finding("broken_links", "/c"),
      finding("images_alt", "/a"),
    ];
    const groups = grouped(found);
    expect(groups.map(({ kind }) => kind)).toEqual(["broken_links", "images_alt", "new_rule"]);
    expect(groups[1]?.findings.map(({ url }) => url)).toEqual(["/b", "/a"]);
  });

  it("names a rule, known or not", () => {
    expect(kindName("unique_title")).toBe("Duplicate titles");
    expect(kindName("new_rule")).toBe("New rule");
  });
});
