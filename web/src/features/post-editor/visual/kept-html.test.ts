import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isSafeAddress, keptAttributes, keptBlocks } from "./kept-html";

const SERVER = readFileSync("../server/src/posts/content/elements.rs", "utf8");
const quoted = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"/g)].map(([, it]) => it ?? "");
const part = (begin: string, end: string): string =>
  SERVER.slice(SERVER.indexOf(begin)).split(end, 1)[0] ?? "";

describe("what is kept of a post", () => {
  const elements = quoted(part("const ELEMENTS", "];"));
  const attributes = new Map<string, string[]>();
  for (const [, names = "", list = ""] of part("fn attributes", "_ =>").matchAll(
    /((?:"\w+"(?: \| )?)+) => &\[([^\]]*)\]/g,
  )) {
    for (const name of quoted(names)) attributes.set(name, quoted(list));
  }

  it("is what the server keeps: the same elements with the same attributes", () => {
    expect(elements.length).toBeGreaterThan(40);
    expect(attributes.get("img")).toContain("alt");
    for (const name of elements) {
      const [block] = keptBlocks(`<${name}></${name}>`);
      const isHollow = ["a", "span", "img"].includes(name);
      const isPart = /^(t\w+|caption|li|d[td]|figcaption|summary)$/.test(name);
      if (!isHollow && !isPart) expect(block, name).toBeDefined();
      expect(keptAttributes(name), name).toEqual(attributes.get(name) ?? []);
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
