import { TIMELINE } from "../../../content/about";
import { cx } from "../../../lib/cx";
import { Marked } from "../../../ui/base/marked";

/** The company's years along a path, alternately left and right. The last entry is still in progress. */
export function Timeline() {
  return (
    <section id="our-timeline" className="section" data-ground="green">
      <div className="wrap">
        <h2 className="text-d2">
          <Marked title={TIMELINE.title} />
        </h2>
        <ol className="scroll-path relative isolate mt-stack before:-z-1 after:absolute after:top-2.5 after:bottom-0 after:left-2.25 after:-z-1 after:w-0.5 after:origin-top after:scale-y-0 after:bg-mark before:absolute before:top-2.5 before:bottom-0 before:left-2.25 before:w-0.5 before:bg-diagram-line md:before:left-1/2 md:after:left-1/2">
          {TIMELINE.entries.map((entry) => {
            const now = "now" in entry;
            const right = entry.position === "right";
            return (
              <li
                key={entry.years.join()}
                className="relative grid pb-12 md:min-h-47.5 md:grid-cols-2 md:pb-0"
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    "absolute top-2 left-0 size-5 rounded-mark border-2 md:left-1/2 md:-ml-2.25",
                    "md:after:absolute md:after:top-1.75 md:after:h-0.5 md:after:w-10.5 md:after:bg-diagram-line",
                    right ? "md:after:left-4.5" : "md:after:right-4.5",
                    now ? "border-mark bg-mark" : "border-diagram-strong bg-ground",
                  )}
                />
                <div
                  className={cx("pl-12", right ? "md:col-start-2 md:pl-18" : "md:pr-18 md:pl-0")}
                >
                  <h3
                    className={cx(
                      "num mb-3.5 font-figures text-[clamp(3rem,6.6vw,6rem)] leading-[0.9] font-extrabold tracking-[-0.025em]",
                      now && "text-mark",
                    )}
                  >
                    {entry.years.map((year, index) => (
                      <span key={year}>
                        {index > 0 && (
                          // Inline, or the accessible name would be "2011 - 2015". Shadows widen the dash.
                          <span className="mx-[0.1em] opacity-50 [text-shadow:0.05em_0,-0.05em_0]">
                            -
                          </span>
                        )}
                        {year}
                      </span>
                    ))}
                    {now && <span className="caret" aria-hidden="true" />}
                  </h3>
                  <p className="lead max-w-100">{entry.content}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
