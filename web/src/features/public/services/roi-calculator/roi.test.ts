import { describe, expect, it } from "vitest";
import {
  grouped,
  INITIAL_INPUT,
  placeOf,
  pounds,
  quartersOf,
  roiOf,
  SLIDERS,
  toInput,
} from "./roi";

const money = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});

describe("roiOf", () => {
  it("multiplies visitors, conversion and value, with and without the improvement", () => {
    expect(roiOf(INITIAL_INPUT)).toEqual({
      monthly: 1000,
      potential: 1500,
      increase: 500,
      yearly: 12_000,
      potentialYearly: 18_000,
    });
  });

  it("is correct at both ends of every slider", () => {
    const at = (end: "min" | "max") =>
      roiOf(toInput(Object.fromEntries(SLIDERS.map((slider) => [slider.key, slider[end]]))));
    expect(at("min")).toEqual({
      monthly: 1,
      potential: 1.1,
      increase: expect.closeTo(0.1),
      yearly: 12,
      potentialYearly: expect.closeTo(13.2),
    });
    expect(at("max")).toEqual({
      monthly: 10_000_000,
      potential: 30_000_000,
      increase: 20_000_000,
      yearly: 120_000_000,
      potentialYearly: 360_000_000,
    });
  });

  it("has no rounding errors for half pounds", () => {
    // In floating point, 0.7 × 1.1 is slightly too small, so that half a pound would not be rounded up.
    expect(roiOf({ visitors: 100, conversion: 0.3, value: 15, improvement: 10 }).monthly).toBe(4.5);
    for (let tenths = 1; tenths <= 100; tenths++) {
      const { monthly } = roiOf({ ...INITIAL_INPUT, visitors: 100, conversion: tenths / 10 });
      expect(monthly).toBe((tenths * 50) / 10);
    }
  });
});

describe("toInput", () => {
  it("accepts numbers and strings", () => {
    const input = { visitors: 2500, conversion: "3.1", value: 75, improvement: "120" };
    expect(toInput(input)).toEqual({
      visitors: 2500,
      conversion: 3.1,
      value: 75,
      improvement: 120,
    });
  });

  it("rounds to the nearest step of the slider", () => {
    expect(toInput({ visitors: 1049, conversion: 2.34, value: 3, improvement: 1e9 })).toEqual({
      visitors: 1000,
      conversion: 2.3,
      value: 10,
      improvement: 200,
    });
  });

  it.each([null, undefined, 7, "text", [], { visitors: "many", conversion: null, value: "" }])(
    "uses the default for anything else: %o",
    (from) => expect(toInput(from)).toEqual(INITIAL_INPUT),
  );

  it("does not change valid steps", () => {
    for (const { key, min, max, step } of SLIDERS) {
      for (let index = 0; min + index * step <= max + 1e-9; index++) {
        const value = Number((min + index * step).toFixed(1));
        expect(toInput({ [key]: value })[key]).toBe(value);
      }
    }
  });
});

describe("pounds", () => {
  it.each([0, 1, 1.1, 4.5, 999, 999.5, 1000, 1234.4, 12_345, 1_000_000, 30_000_000, 360_000_000])(
    "writes %d as Intl does in British English",
    (value) => expect(pounds(value)).toBe(money.format(value)),
  );
});

it("writes each slider's value in its unit", () => {
  const shown = SLIDERS.map(({ initial, format }) => format(initial));
  expect(shown).toEqual(["1,000", "2.0%", "£50", "50%"]);
  expect(grouped(100_000)).toBe("100,000");
});

it("returns the position of the thumb", () => {
  const [visitors] = SLIDERS;
  if (!visitors) throw new Error("no slider");
  expect(placeOf(visitors, 100)).toBe(0);
  expect(placeOf(visitors, 100_000)).toBe(100);
});

it("returns cumulative values by quarter", () => {
  expect(quartersOf(roiOf(INITIAL_INPUT))).toEqual([
    { month: 3, today: 3000, potential: 4500 },
    { month: 6, today: 6000, potential: 9000 },
    { month: 9, today: 9000, potential: 13_500 },
    { month: 12, today: 12_000, potential: 18_000 },
  ]);
});
