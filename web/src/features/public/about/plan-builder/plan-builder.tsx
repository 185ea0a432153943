import { useEffect, useRef } from "react";
import { PLAN_BUILDER } from "../../../../content/plan-builder";
import { cx } from "../../../../lib/cx";
import { focusQuietly, scrollToElement } from "../../../../lib/scroll";
import { useSite } from "../../../../lib/site-context";
import { Icon } from "../../../../ui/base/icon";
import { check } from "../../../../ui/base/icons.generated";
import { Marked } from "../../../../ui/base/marked";
import { GoalList } from "./goal-list";
import { ModuleStep } from "./module-step";
import { currentModule, type PlanState } from "./plan";
import { PlanSummary } from "./plan-summary";
import { usePlan } from "./use-plan";

/** Id of the element that shows the current module and finally the plan, beside the goals or below them. */
const WORK_ID = "plan-work";

/** The guided SEO plan: a choice of goals, the modules of the chosen one, and the resulting plan. */
export function PlanBuilder() {
  const site = useSite();
  const { state, choose, rate, proceed, back } = usePlan();
  const { goal, at, finished } = state;
  const module = currentModule(state);
  useGuidance(state);

  return (
    <section id="engine-room" className="section bg-sunk" data-tool>
      <div className="wrap">
        <p className="result-line">
          {site.shown_host} › about › <b>engine-room</b>
        </p>
        <div className="mt-2.5 mb-stack flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <h2 className="text-d2">
            <Marked title={PLAN_BUILDER.title} />
          </h2>
          <Steps at={finished ? 2 : goal ? 1 : 0} />
        </div>
        <p className="hidden noscript:mb-6 noscript:block">
          {PLAN_BUILDER.withoutScripts}{" "}
          <a className="link" href="/contact?tab=schedule">
            {PLAN_BUILDER.book}
          </a>
        </p>
        <div className="grid-12 gap-y-8">
          <GoalList chosen={goal?.id ?? null} onChoose={choose} />
          {goal && module && (
            <div id={WORK_ID} className="col-span-full lg:col-span-8">
              {finished ? (
                <PlanSummary state={state} goal={goal} />
              ) : (
                <ModuleStep
                  state={state}
                  goal={goal}
                  module={module}
                  onRate={rate}
                  onProceed={proceed}
                  onBack={back}
                />
              )}
            </div>
          )}
        </div>
        <p className="sr-only" role="status">
          {goal &&
            (finished
              ? `${PLAN_BUILDER.plan} is ready`
              : `Module ${at + 1} of ${goal.modules.length}: ${module?.title}`)}
        </p>
      </div>
    </section>
  );
}

/** Scrolls to new content, and focuses it if the focused control was removed. */
function useGuidance(state: PlanState): void {
  const { goal, at, finished } = state;
  const first = useRef(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the content changes
  useEffect(() => {
    // The plan of an earlier visit is not new.
    if (state === first.current) return;
    const work = document.getElementById(WORK_ID);
    if (!work) return;
    const { top } = work.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.6) scrollToElement(WORK_ID);
    else if (document.activeElement === document.body) focusQuietly(work);
  }, [goal, at, finished]);
}

/** The steps goal, strategy and plan, with the current one marked. */
function Steps({ at }: { at: number }) {
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-2 text-ui font-semibold md:gap-x-7">
      {PLAN_BUILDER.steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={cx("flex items-center gap-2.5", index > at && "text-muted")}
        >
          <span
            className={cx(
              "num grid size-7.5 place-items-center rounded-mark border-[1.5px] font-mono text-small",
              index > at && "border-edge",
              index === at && "border-text bg-mark",
              index < at && "border-text bg-text text-ground",
            )}
          >
            {index < at ? <Icon of={check} size={16} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
