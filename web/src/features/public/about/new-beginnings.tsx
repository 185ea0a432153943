import { useEffect, useRef, useState } from "react";
import { BEGINNINGS, MISSING_IMAGE } from "../../../content/about";
import { cx } from "../../../lib/cx";
import { IconButton } from "../../../ui/base/button";
import { FindBar } from "../../../ui/base/find-bar";
import { Icon, type IconData } from "../../../ui/base/icon";
import { compass, flag, penTool, scanSearch } from "../../../ui/base/icons-about.generated";
import { pause, play } from "../../../ui/base/icons-tools.generated";
import { Image } from "../../../ui/base/image";
import { Marked } from "../../../ui/base/marked";
import { IndexCard } from "../../../ui/data/index-card";
import { AUTOPLAY_TOGGLE, useAutoplay } from "../../../ui/widgets/use-autoplay";

/** How long a step is shown, in milliseconds. */
const STEP_MS = 8000;

const ICONS: Record<(typeof BEGINNINGS.steps)[number]["icon"], IconData> = {
  compass,
  "scan-search": scanSearch,
  "pen-tool": penTool,
  flag,
};

/** How an engagement starts: four steps, shown one at a time, or all at once without JavaScript and on paper. */
export function NewBeginnings() {
  const { title, lead, steps } = BEGINNINGS;
  const [at, setAt] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const go = (by: number) => setAt((from) => (from + by + steps.length) % steps.length);
  const { isOn, isRunning, toggle } = useAutoplay({
    area,
    interval: STEP_MS,
    position: at,
    onStep: () => go(1),
  });

  return (
    <section className="section">
      {/* biome-ignore lint/a11y/useSemanticElements: a carousel is not a group of fields */}
      <div
        ref={area}
        role="group"
        aria-roledescription="carousel"
        aria-label={`${title.before}${title.found}`}
        className="wrap"
      >
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <div className="grid gap-4">
            <h2 className="text-d2">
              <Marked title={title} />
            </h2>
            <p className="lead max-w-104">{lead}</p>
          </div>
          <FindBar
            query={steps[at]?.title.toLowerCase() ?? ""}
            count={
              <>
                <span>{`${at + 1}/${steps.length}`}</span>
                <span className="sr-only"> {steps[at]?.title}</span>
              </>
            }
            quiet={isRunning}
            previous={{ label: "Previous step", onClick: () => go(-1) }}
            next={{ label: "Next step", onClick: () => go(1) }}
            className="find-steady max-md:w-full max-md:[&_.find-count]:ml-auto noscript:hidden"
          >
            <IconButton
              {...AUTOPLAY_TOGGLE}
              icon={isOn ? pause : play}
              label={isOn ? "Pause carousel" : "Play carousel"}
              onClick={toggle}
            />
          </FindBar>
        </div>
        <div className="grid gap-gutter lg:grid-cols-[minmax(0,9fr)_minmax(0,3fr)] noscript:grid-cols-1">
          <div className="grid gap-6">
            {steps.map((step, index) => (
              <IndexCard
                key={step.step}
                header={`beginnings › ${step.title.toLowerCase()}`}
                className={cx(
                  // All steps share one grid cell, so that the tallest determines the height.
                  "relative [grid-area:1/1] noscript:visible noscript:[grid-area:auto]",
                  index !== at && "invisible",
                )}
              >
                <div className="grid items-center gap-8 px-4.5 pt-5.5 pb-8 md:grid-cols-[1.1fr_1fr] md:p-8 md:pb-10">
                  <div>
                    <span
                      aria-hidden="true"
                      className="num mb-6 block font-figures text-[5rem] leading-[0.8] font-extrabold tracking-[-0.05em] md:text-[7rem]"
                    >
                      {step.step}
                    </span>
                    <h3 className="text-d2">{step.title}</h3>
                    <p className="lead mt-3.5">{step.content}</p>
                  </div>
                  <Image
                    src={step.image}
                    alt={step.alt}
                    missingText={MISSING_IMAGE}
                    width={420}
                    height={300}
                    loading="lazy"
                    className="h-auto w-full rounded-card"
                  />
                </div>
                <TimeEdge isRunning={isRunning && index === at} />
              </IndexCard>
            ))}
          </div>
          <ol className="grid content-start gap-2.5 noscript:hidden" data-print="off">
            {steps.map((step, index) => (
              <li key={step.step}>
                <button
                  type="button"
                  className="choice"
                  aria-current={index === at ? "step" : undefined}
                  onClick={() => setAt(index)}
                >
                  <Icon of={ICONS[step.icon]} />
                  {step.title}
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

/** Shows how much of a step's time has passed. */
function TimeEdge({ isRunning }: { isRunning: boolean }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.style.setProperty("animation-duration", `${STEP_MS}ms`);
  }, []);
  return (
    <span aria-hidden="true" className="time-edge" data-running={isRunning || undefined}>
      <i ref={bar} />
    </span>
  );
}
