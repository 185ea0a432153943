import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareWords } from "./conflict";
import { wordsOfHtml } from "./html-words";
import { diffSequences } from "./sequence-diff";

/** Returns the length of the longest common subsequence, by the textbook dynamic programming table. */
function longest(a: readonly string[], b: readonly string[]): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const row = [0];
    b.forEach((y, j) => {
      row.push(x === y ? (before[j] ?? 0) + 1 : Math.max(before[j + 1] ?? 0, row[j] ?? 0));
    });
    before = row;
  }
  return before.at(-1) ?? 0;
}

const words = (count: number, next: (index: number) => string) =>
  `<p>${Array.from({ length: count }, (_, index) => next(index)).join(" ")}</p>`;

describe("two sequences", () => {
  it("are covered by ranges in order, of which the equal ones are equal", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const found = diffSequences(a, b);
        expect(found.flatMap(({ a: [from, to] }) => a.slice(from, to))).toEqual(a);
        expect(found.flatMap(({ b: [from, to] }) => b.slice(from, to))).toEqual(b);
        for (const { isSame, ...at } of found)
          if (isSame) expect(a.slice(...at.a)).toEqual(b.slice(...at.b));
      }),
    );
  });

  it("share their longest common subsequence if no item is unique", () => {
    const pairs = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 20 });
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        // Other ends, so that no end is in common: what is left between two of these may have unique items.
        const [a, b] = [
          ["<", ...one, ...one, "<"],
          [">", ...other, ...other, ">"],
        ];
        const same = diffSequences(a, b).reduce(
          (sum, { isSame, a: [from, to] }) => sum + (isSame ? to - from : 0),
          0,
        );
        expect(same).toBe(longest(a, b));
      }),
    );
  });

  it("of 10,000 words are compared in less than 100 ms of CPU time, whatever they are", () => {
    const spent = (before?: NodeJS.CpuUsage) => process.cpuUsage(before).user / 1000;
    const random = (index: number) => `w${(index * 7919) % 631}`;
    const texts: [string, string][] = [
      [words(10_000, random), words(10_000, (index) => random(index + (index > 5000 ? 3 : 0)))],
      [words(10_000, random), words(10_000, (index) => random(index * 31 + 7))],
      [words(10_000, (index) => `a${index}`), words(10_000, (index) => `b${index}`)],
      [words(10_000, () => "a"), words(10_000, (index) => (index % 2 ? "a" : "b"))],
    ];
    for (const [mine, stored] of texts) {
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        compareWords(wordsOfHtml(mine), wordsOfHtml(stored));
        return spent(start);
      });
      expect(Math.min(...times)).toBeLessThan(100);
    }
  });
});
