import { ROI } from "../../../../content/roi";
import { pounds, type Roi } from "./roi";

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Dimensions of the drawing: twelve columns of width 20, including a gap of 5. */
const PITCH = 20;
const COLUMN = 15;
const HEIGHT = 100;

/** Returns the path of twelve columns, scaled by `share`. */
function columns(share: number): string {
  return MONTHS.map((month) => {
    const height = ((HEIGHT * month) / MONTHS.length) * share;
    const left = (month - 1) * PITCH;
    return `M${left} ${HEIGHT}v${-height.toFixed(2)}h${COLUMN}V${HEIGHT}z`;
  }).join("");
}

/** A chart of the cumulative value over a year, today's and potential, month by month. */
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
        aria-label={`After twelve months: ${pounds(yearly)} as things are, ${pounds(potentialYearly)} with the improvement`}
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
