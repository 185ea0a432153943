import { RECORD } from "../../../content/about";
import { cx } from "../../../lib/cx";
import { IndexCard } from "../../../ui/data/index-card";

/** Three filing cards, with the founder's in front. Decorative, as the text has the same facts. */
export function RecordStack() {
  return (
    <div aria-hidden="true" className="relative min-h-102 lg:min-h-107.5">
      <div className="record-card absolute inset-x-0 top-0 -bottom-10 origin-bottom -translate-y-1.5 rotate-7 rounded-card bg-brand" />
      <div className="record-card absolute inset-x-0 top-0 -bottom-10 origin-bottom rotate-[3.2deg] rounded-card bg-mark" />
      <IndexCard
        header="Founder record"
        aside="No. 001"
        className="record-card absolute inset-x-0 top-0 -bottom-10 origin-bottom -rotate-[1.4deg] max-lg:[&>.index-card-head]:px-3.5"
      >
        <dl className="font-mono text-note lg:text-ui">
          {RECORD.map((entry) => (
            <div
              key={entry.year}
              className={cx(
                "flex h-18 items-center gap-3 border-b border-ok px-3.5 lg:gap-6 lg:px-6",
                "current" in entry && "bg-mark",
              )}
            >
              <dt
                className={cx(
                  "w-[3.2em] shrink-0",
                  "current" in entry ? "font-medium" : "text-muted",
                )}
              >
                {entry.year}
              </dt>
              <dd>{entry.entry}</dd>
            </div>
          ))}
        </dl>
      </IndexCard>
    </div>
  );
}
