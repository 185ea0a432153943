// Statistics of samples.

/** Returns the value below which the share `p` (0 to 1) of the samples is. */
export function percentile(samples, p) {
  if (samples.length === 0) throw new Error("no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** Returns the median. */
export const median = (samples) => percentile(samples, 0.5);

/** Formats a number with three significant digits, and without decimals from 100 on or for counts. */
export function readable(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en-GB");
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-GB");
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(2);
}
