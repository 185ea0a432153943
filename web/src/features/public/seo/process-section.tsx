import { type KeyboardEvent, useId, useRef, useState } from "react";
import { PROCESS, type ProcessStep } from "../../../content/seo";
import { cx } from "../../../lib/cx";
import { wrapIndex } from "../../../lib/wrap-index";
import { FindBar } from "../../../ui/base/find-bar";
import { Marked } from "../../../ui/base/marked";
import { tabOfKey } from "../../../ui/widgets/tab-keys";

const { steps } = PROCESS;

/** The process: six steps in a row, of which one is open. */
export function ProcessSection() {
  const id = useId();
  const [current, setCurrent] = useState(0);
  const go = (by: number) => setCurrent((at) => wrapIndex(at, by, steps.length));
  return (
    <section id="seo-process" className="section bg-sunk">
      <div className="wrap">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-5">
          <h2 className="text-d2">
            <Marked title={PROCESS.title} />
          </h2>
          <FindBar
            query={steps[current]?.shortTitle.toLowerCase() ?? ""}
            count={
              <>
                <span>{`${current + 1}/${steps.length}`}</span>
                <span className="sr-only"> {steps[current]?.title}</span>
              </>
            }
            previous={{ label: "Previous step", onClick: () => go(-1) }}
            next={{ label: "Next step", onClick: () => go(1) }}
            className="find-wide noscript:hidden max-md:w-full"
          />
        </div>
        <StepPicker id={id} current={current} onPick={setCurrent} />
        {/* All steps share one grid cell, so that the tallest determines the height and the content below never moves. */}
        <div className="mt-9 grid gap-y-16">
          {steps.map((step, index) => (
            <StepPanel key={step.number} id={id} step={step} isCurrent={index === current} />
          ))}
        </div>
      </div>
    </section>
  );
}

interface StepPickerProps {
  id: string;
  current: number;
  onPick: (index: number) => void;
}

/** Buttons for the steps by number, with as many titles as there is space for, short ones first. */
function StepPicker({ id, current, onPick }: StepPickerProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tabOfKey(event, current, steps.length);
    if (to === undefined) return;
    event.preventDefault();
    onPick(to);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Steps"
      className="step-picker noscript:hidden"
      data-print="off"
      onKeyDown={onKeyDown}
    >
      {steps.map((step, index) => (
        <button
          key={step.number}
          type="button"
          role="tab"
          id={`${id}-tab-${step.number}`}
          className={cx("step-tab", index < current && "step-tab-past")}
          aria-selected={index === current}
          aria-controls={`${id}-panel-${step.number}`}
          tabIndex={index === current ? 0 : -1}
          onClick={() => onPick(index)}
        >
          <span className="step-number num">{step.number}</span>{" "}
          <span className="max-md:sr-only md:max-xl:hidden">{step.title}</span>
          <span className="hidden md:max-xl:inline">{step.shortTitle}</span>
        </button>
      ))}
    </div>
  );
}

interface StepPanelProps {
  id: string;
  step: ProcessStep;
  isCurrent: boolean;
}

function StepPanel({ id, step, isCurrent }: StepPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${step.number}`}
      aria-labelledby={`${id}-tab-${step.number}`}
      className={cx(
        "grid-12 items-center gap-y-4 [grid-area:1/1] noscript:visible noscript:[grid-area:auto]",
        !isCurrent && "invisible",
      )}
    >
      <span
        aria-hidden="true"
        className="num col-span-full font-figures text-[7rem] leading-[0.8] font-extrabold tracking-[-0.05em] md:col-span-4 md:text-[15rem]"
      >
        {step.number}
      </span>
      <div className="col-span-full self-start md:col-span-7 md:col-start-5 md:self-center">
        <h3 className="text-d2">{step.title}</h3>
        <p className="lead mt-2.5 md:mt-4">{step.description}</p>
      </div>
    </div>
  );
}
