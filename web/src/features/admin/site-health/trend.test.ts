import { describe, expect, it } from "vitest";
import { highest, line, ofRule } from "./trend";

const trend = [
  { errors: 4, warnings: 1 },
  { errors: 2, warnings: 1 },
  { errors: 0, warnings: 1 },
];

describe("the trend of checks", () => {
  it("draws both counts on one scale, from left to right", () => {
    expect(highest(trend)).toBe(4);
    expect(line(trend, "errors")).toBe("M0.0 4.0L150.0 50.0L300.0 96.0");
    expect(line(trend, "warnings")).toBe("M0.0 73.0L150.0 73.0L300.0 73.0");
  });

  it("draws a site without faults at the bottom", () => {
    const clean = [trend[2], trend[2]].map(() => ({ errors: 0, warnings: 0 }));
    expect(line(clean, "errors")).toBe("M0.0 96.0L300.0 96.0");
  });

  it("uses the counts of one rule, check by check", () => {
    const check = { checked_at: "2026-11-24T09:00:00Z", checked_text: "", errors: 9, warnings: 9 };
    const rule = { kind: "orphan", errors: [2, 0], warnings: [0, 1] };
    expect(ofRule([check, check], rule)).toEqual([
      { ...check, errors: 2, warnings: 0 },
      { ...check, errors: 0, warnings: 1 },
    ]);
  });
});
