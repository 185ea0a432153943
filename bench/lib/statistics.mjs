// Numbers from samples.

/** The value below which the share `p` (0 to 1) of the samples lies. */
export function percentile(samples, p) {
  if (samples.length === 0) throw new Error("no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** The middle sample. */
export const median = (samples) => percentile(samples, 0.5);

/** A number with the digits that matter: three, and never a fraction from 100 on or of what was counted. */
export function readable(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en-GB");
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-GB");
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(2);
}
