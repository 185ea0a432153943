import type { RuleTrend, TrendPoint } from "../../../generated/api";

/** Counts of a check. */
interface Counts {
  errors: number;
  warnings: number;
}

/** Size of the chart, in its own units. */
export const WIDTH = 300;
export const HEIGHT = 100;
/** Margin at the top and bottom, so that no line is clipped. */
const MARGIN = 4;

/** Returns the highest number of errors or warnings in a check. */
export const highest = (trend: readonly Counts[]): number =>
  trend.reduce((most, { errors, warnings }) => Math.max(most, errors, warnings), 0);

/** Returns the line of a count over the checks, oldest first, as SVG path data. */
export function line(trend: readonly Counts[], count: keyof Counts): string {
  const most = Math.max(highest(trend), 1);
  const step = WIDTH / Math.max(trend.length - 1, 1);
  const points = trend.map((check, index) => {
    const height = (check[count] / most) * (HEIGHT - 2 * MARGIN);
    return `${(index * step).toFixed(1)} ${(HEIGHT - MARGIN - height).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

/** Returns the checks with the counts of one rule instead of all. */
export const ofRule = (
  trend: readonly TrendPoint[],
  { errors, warnings }: RuleTrend,
): TrendPoint[] =>
  trend.map((check, at) => ({ ...check, errors: errors[at] ?? 0, warnings: warnings[at] ?? 0 }));
