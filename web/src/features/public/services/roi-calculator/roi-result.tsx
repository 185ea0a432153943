import { useEffect, useState } from "react";
import { ROI } from "../../../../content/roi";
import { ButtonLink } from "../../../../ui/base/button";
import { pounds, type Roi } from "./roi";
import { RoiChart } from "./roi-chart";
import { useTween } from "./use-tween";

/** How long the sliders must be unchanged until the result is announced, in milliseconds. */
export const ANNOUNCE_DELAY = 600;

interface RoiResultProps {
  roi: Roi;
  /** Whether the visitor has moved a slider: results are then announced. */
  isMoved: boolean;
}

/** The results: the potential value first and largest, then how it is calculated. */
export function RoiResult({ roi, isMoved }: RoiResultProps) {
  const big = pounds(roi.potential);
  return (
    <div className="roi-result" data-ground="green">
      <p className="font-semibold">{ROI.result}</p>
      <p className="roi-big num" data-length={Math.max(6, big.length)}>
        <span className="found">
          <Money value={roi.potential} />
        </span>
        <span className="caret" aria-hidden="true" />
      </p>
      <RoiChart roi={roi} />
      <dl>
        <Row label={ROI.today} value={roi.monthly} />
        <Row label={ROI.increase} value={roi.increase} />
        <Row label={ROI.yearlyToday} value={roi.yearly} swatch="today" />
        <Row label={ROI.yearlyPotential} value={roi.potentialYearly} swatch="potential" />
      </dl>
      <ButtonLink href={ROI.action.href} size="lg" block="always" keycap>
        {ROI.action.label}
      </ButtonLink>
      <Announcement roi={roi} isMoved={isMoved} />
    </div>
  );
}

interface RowProps {
  label: string;
  value: number;
  /** The colour of the chart that this row explains. */
  swatch?: "today" | "potential";
}

function Row({ label, value, swatch }: RowProps) {
  return (
    <div>
      <dt data-swatch={swatch}>{label}</dt>
      <dd className="num">
        <Money value={value} />
      </dd>
    </div>
  );
}

/** An amount in pounds that is animated to its new value. */
function Money({ value }: { value: number }) {
  return pounds(useTween(value));
}

/** Announces the result once the sliders are at rest, as the animated figures would be read out one by one. */
function Announcement({ roi, isMoved }: RoiResultProps) {
  const [said, setSaid] = useState("");
  const words = `${ROI.result} ${pounds(roi.potential)}, ${pounds(roi.increase)} more than today.`;
  useEffect(() => {
    if (!isMoved) return;
    const timer = setTimeout(setSaid, ANNOUNCE_DELAY, words);
    return () => clearTimeout(timer);
  }, [isMoved, words]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
