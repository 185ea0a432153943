import { describe, expect, it } from "vitest";
import { grouped, kindName } from "./words";

describe("findings by rule", () => {
  it("puts broken links first, unknown rules last, and keeps the order within a rule", () => {
    const finding = (kind: string, url: string) => ({ kind, url });
    const found = [
      finding("new_rule", "/a"),
      finding("images_alt", "/b"),
      finding("broken_images", "/c"),
      finding("broken_links", "/c"),
      finding("images_alt", "/a"),
    ];
    const groups = grouped(found);
    const kinds = ["broken_links", "broken_images", "images_alt", "new_rule"];
    expect(groups.map(({ kind }) => kind)).toEqual(kinds);
    expect(groups[2]?.findings.map(({ url }) => url)).toEqual(["/b", "/a"]);
  });

  it("has a name for every rule, known or not", () => {
    expect(kindName("unique_title")).toBe("Duplicate titles");
    expect(kindName("broken_images")).toBe("Images that fail to load");
    expect(kindName("new_rule")).toBe("New rule");
  });
});
