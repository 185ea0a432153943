/** Input of the calculator. Percentages are whole numbers: 2 is 2 %. */
export interface RoiInput {
  /** Visitors per month. */
  visitors: number;
  /** Conversion rate in percent. */
  conversion: number;
  /** Value of a transaction in pounds. */
  value: number;
  /** Expected increase in visitors in percent. */
  improvement: number;
}

/** Results in pounds. */
export interface Roi {
  monthly: number;
  potential: number;
  /** Potential minus today's value, per month. */
  increase: number;
  yearly: number;
  potentialYearly: number;
}

interface Slider {
  key: keyof RoiInput;
  label: string;
  min: number;
  max: number;
  step: number;
  initial: number;
  format: (value: number) => string;
}

const MONTHS = 12;

/**
 * 1234567 → "1,234,567". Without Intl, which the server's JavaScript engine lacks, so that both sides render the same.
 */
export const grouped = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

/** Pounds without pence: 1500 → "£1,500". */
export const pounds = (value: number): string => `£${grouped(value)}`;

const percent = (value: number | string): string => `${value}%`;

/** The four sliders, in order. */
export const SLIDERS: readonly Slider[] = [
  {
    key: "visitors",
    label: "Monthly Visitors",
    min: 100,
    max: 100_000,
    step: 100,
    initial: 1000,
    format: grouped,
  },
  {
    key: "conversion",
    label: "Conversion Rate",
    min: 0.1,
    max: 10,
    step: 0.1,
    initial: 2,
    format: (value) => percent(value.toFixed(1)),
  },
  {
    key: "value",
    label: "Average Transaction Value",
    min: 10,
    max: 1000,
    step: 5,
    initial: 50,
    format: pounds,
  },
  {
    key: "improvement",
    label: "Estimated Improvement",
    min: 10,
    max: 200,
    step: 5,
    initial: 50,
    format: percent,
  },
];

const inputFrom = (pick: (slider: Slider) => number): RoiInput =>
  Object.fromEntries(SLIDERS.map((slider) => [slider.key, pick(slider)])) as unknown as RoiInput;

/** Initial values of the calculator. */
export const INITIAL_INPUT: RoiInput = inputFrom(({ initial }) => initial);

/** Returns the position of a slider's thumb in percent. */
export const placeOf = ({ min, max }: Slider, value: number): number =>
  ((value - min) / (max - min)) * 100;

/** Visitors × conversion × value. Calculated in whole thousandths, so that no rounding error affects half pounds. */
export function roiOf({ visitors, conversion, value, improvement }: RoiInput): Roi {
  const thousandths = visitors * Math.round(conversion * 10) * value;
  const monthly = thousandths / 1000;
  const potential = (thousandths * (100 + improvement)) / 100_000;
  return {
    monthly,
    potential,
    increase: potential - monthly,
    yearly: monthly * MONTHS,
    potentialYearly: potential * MONTHS,
  };
}

/**
 * Converts unknown data to an input. Each number is rounded to the nearest step of its slider, and anything else is
 * replaced by the slider's initial value.
 */
export function toInput(from: unknown): RoiInput {
  const values = (typeof from === "object" && from !== null ? from : {}) as Record<string, unknown>;
  return inputFrom((slider) => onStep(slider, values[slider.key]));
}

function onStep({ min, max, step, initial }: Slider, from: unknown): number {
  const isFigure = typeof from === "number" || (typeof from === "string" && from.trim() !== "");
  const value = isFigure ? Number(from) : Number.NaN;
  if (!Number.isFinite(value)) return initial;
  const steps = Math.round((Math.min(max, Math.max(min, value)) - min) / step);
  return Number((min + steps * step).toFixed(1));
}

/** The cumulative values at the end of a quarter. */
export interface Quarter {
  month: number;
  today: number;
  potential: number;
}

/** Returns the cumulative values by quarter. */
export const quartersOf = ({ monthly, potential }: Roi): Quarter[] =>
  [3, 6, 9, 12].map((month) => ({ month, today: monthly * month, potential: potential * month }));
