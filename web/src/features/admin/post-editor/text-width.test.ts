import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ASCII,
  cutToWidth,
  DESCRIPTION_SIZE,
  DESCRIPTION_WIDTH,
  TITLE_SIZE,
  TITLE_WIDTH,
  textWidth,
} from "./text-width";

const rust = (file: string) =>
  readFileSync(`${process.cwd()}/../crates/seo-rules/src/${file}`, "utf8");

describe("the width of a text", () => {
  it("equals the server's measurement", () => {
    const width = rust("width.rs");
    const [, table = ""] = /ASCII: \[u16; 95\] = \[([^\]]*)\]/.exec(width) ?? [];
    expect(ASCII).toEqual(table.match(/\d+/g)?.map(Number));
    expect(width).toContain(`TITLE_SIZE: u32 = ${TITLE_SIZE};`);
    expect(width).toContain(`DESCRIPTION_SIZE: u32 = ${DESCRIPTION_SIZE};`);
    const page = rust("page.rs");
    expect(page).toMatch(new RegExp(`\\bTITLE_WIDTH: .* = \\d+\\.\\.=${TITLE_WIDTH};`));
    expect(page).toMatch(new RegExp(`\\bDESCRIPTION_WIDTH: .* = \\d+\\.\\.=${DESCRIPTION_WIDTH};`));
  });

  it("ignores combining accents and counts wide scripts as one em", () => {
    expect(textWidth("A0000", 20)).toBe(58);
    expect(textWidth("é", 2048)).toBe(textWidth("e", 2048));
    expect(textWidth("検索", 20)).toBe(40);
    expect(textWidth("–", 2048)).toBe(1139);
    expect(textWidth("", 20)).toBe(0);
  });
});

describe("a truncated text", () => {
  it("is unchanged if it fits", () => {
    expect(cutToWidth("Crawl budget", TITLE_SIZE, TITLE_WIDTH)).toBe("Crawl budget");
  });

  it("ends after a whole word, within the width", () => {
    const cut = cutToWidth("Crawl budget, and more ".repeat(9), TITLE_SIZE, TITLE_WIDTH);
    expect(cut).toMatch(/(Crawl|budget|and|more)…$/);
    expect(textWidth(cut, TITLE_SIZE)).toBeLessThanOrEqual(TITLE_WIDTH);
  });

  it("ends within a word that is too long", () => {
    const cut = cutToWidth("W".repeat(99), TITLE_SIZE, TITLE_WIDTH);
    expect(textWidth(cut, TITLE_SIZE)).toBeLessThanOrEqual(TITLE_WIDTH);
    expect(cut.length).toBeGreaterThan(25);
  });
});
