import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isSafeAddress, keptAttributes, keptBlocks } from "./kept-html";

/** What the server keeps: name, kind and attributes of an element in each line. */
const LINES = readFileSync("../crates/rich-text/elements.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

describe("what is kept of a post", () => {
  const attributes = new Map<string, string[]>();
  for (const line of LINES) {
    const [name = "", , ...list] = line.split(" ");
    attributes.set(name, list);
  }

  it("is what the server keeps: the same elements with the same attributes", () => {
    expect(attributes.size).toBeGreaterThan(40);
    expect(attributes.get("img")).toContain("alt");
    for (const [name, list] of attributes) {
      const [block] = keptBlocks(`<${name}></${name}>`);
      const isHollow = ["a", "span", "img"].includes(name);
      const isPart = /^(t\w+|caption|li|d[td]|figcaption|summary)$/.test(name);
      if (!isHollow && !isPart) expect(block, name).toBeDefined();
      expect(keptAttributes(name), name).toEqual(list);
    }
  });

  it("has no address that is a program or a file's data", () => {
    for (const address of ["/a", "a", "#a", "?a=b:c", "https://a.test", "mailto:a@b.test", "tel:1"])
      expect(isSafeAddress(address), address).toBe(true);
    for (const address of [
      "javascript:alert(1)",
      " JavaScript:a",
      "data:text/html,a",
      "vbscript:a",
    ])
      expect(isSafeAddress(address), address).toBe(false);
  });
});
