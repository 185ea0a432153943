import { useRef } from "react";
import { ROI } from "../../../../content/roi";
import { useSite } from "../../../../lib/site-context";
import { Marked } from "../../../../ui/base/marked";
import { RangeField } from "./range-field";
import { roiOf, SLIDERS } from "./roi";
import { RoiResult } from "./roi-result";
import { RoiTable } from "./roi-table";
import { useRoiInput } from "./use-roi-input";

/** Calculates the value of better rankings from four sliders. */
export function RoiCalculator() {
  const site = useSite();
  const form = useRef<HTMLFormElement>(null);
  const { input, set, isMoved } = useRoiInput(form);
  const roi = roiOf(input);
  return (
    <section className="section">
      {/* Without this, Chromium restores the sliders after a reload without firing events. */}
      <form
        ref={form}
        id="roi-form"
        className="wrap"
        aria-labelledby="roi-title"
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <p className="result-line">
          {site.shown_host} › services › <b>roi</b>
        </p>
        <h2 id="roi-title" className="mt-2.5 mb-stack text-d1">
          <Marked title={ROI.title} />
        </h2>
        <div className="roi-grid">
          <div className="roi-fields">
            {SLIDERS.map((slider) => (
              <RangeField
                key={slider.key}
                slider={slider}
                value={input[slider.key]}
                onChange={(value) => set(slider.key, value)}
              />
            ))}
            <p className="hidden pb-6 text-small text-muted noscript:block">{ROI.noScripts}</p>
          </div>
          <RoiResult roi={roi} isMoved={isMoved} />
          <div className="roi-notes">
            <RoiTable roi={roi} />
            <p className="max-w-120 text-small text-muted">{ROI.note}</p>
          </div>
        </div>
      </form>
    </section>
  );
}
