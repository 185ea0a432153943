import { ROI } from "../../../../content/roi";
import { pounds, type Roi } from "./roi";

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Of the drawing: twelve columns of 20, a quarter of each left free. */
const PITCH = 20;
const COLUMN = 15;
const HEIGHT = 100;

/** Twelve columns as one outline, each `share` of the height its month has come to. */
function columns(share: number): string {
  return MONTHS.map((month) => {
    const height = ((HEIGHT * month) / MONTHS.length) * share;
    const left = (month - 1) * PITCH;
    return `M${left} ${HEIGHT}v${-height.toFixed(2)}h${COLUMN}V${HEIGHT}z`;
  }).join("");
}

/** A year of today's value and of the potential, month by month, as columns. */
export function RoiChart({ roi }: { roi: Roi }) {
  const { monthly, potential, yearly, potentialYearly } = roi;
  return (
    <figure>
      <figcaption className="mono mb-3">{ROI.chart}</figcaption>
      <svg
        className="roi-chart"
        viewBox={`0 0 ${MONTHS.length * PITCH - (PITCH - COLUMN)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`After twelve months: ${pounds(yearly)} as today, ${pounds(potentialYearly)} with the improvement`}
      >
        <path className="roi-chart-potential" d={columns(1)} />
        <path className="roi-chart-today" d={columns(monthly / potential)} />
      </svg>
      <p className="mono mt-1.5 flex justify-between" aria-hidden="true">
        <span>Month 1</span>
        <span>Month 12</span>
      </p>
    </figure>
  );
}
