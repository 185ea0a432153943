import {
  CONFIDENCES,
  type Confidence,
  PLAN_BUILDER,
  type PlanGoal,
  type PlanModule,
} from "../../../../content/plan-builder";
import { Button } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { arrowLeft } from "../../../../ui/base/icons.generated";
import { triangleAlert } from "../../../../ui/base/icons-about.generated";
import { IndexCard } from "../../../../ui/data/index-card";
import { PLAN_ICONS } from "./icons";
import type { PlanState } from "./plan";

interface ModuleStepProps {
  state: PlanState;
  goal: PlanGoal;
  module: PlanModule;
  onRate: (confidence: Confidence) => void;
  onProceed: () => void;
  onBack: () => void;
}

/** Step 2: one module at a time, rated by how confident the visitor is about it. */
export function ModuleStep({ state, goal, module, onRate, onProceed, onBack }: ModuleStepProps) {
  const { at, completed, ratings } = state;
  const total = goal.modules.length;
  const rating = ratings[module.id];
  return (
    <IndexCard
      header={<h3 className="font-mono">{PLAN_BUILDER.strategy}</h3>}
      aside={`Module ${at + 1} / ${total}`}
    >
      <div className="px-4.5 pt-5 pb-5 md:px-8 md:pt-7 md:pb-8">
        <Segments state={state} goal={goal} />
        <div className="my-7 grid gap-x-6 gap-y-4.5 md:mt-10 md:mb-9 md:grid-cols-[72px_1fr]">
          <span className="grid size-14 place-items-center rounded-card bg-brand text-mark md:size-18">
            <Icon of={PLAN_ICONS[module.icon]} size={32} />
          </span>
          <div>
            <h4 className="text-d2">{module.title}</h4>
            <p className="lead mt-3.5 max-w-152 md:min-h-[2.9em]">{module.explanation}</p>
            <p className="plan-warning">
              <Icon of={triangleAlert} />
              <span>
                <b>Without this:</b> {module.warning}
              </span>
            </p>
          </div>
        </div>
        <fieldset>
          <legend className="field-label">{PLAN_BUILDER.confidence}</legend>
          <div className="mt-3 grid gap-2.5 md:grid-cols-3">
            {CONFIDENCES.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                className="choice confidence"
                aria-pressed={id === rating}
                onClick={() => onRate(id)}
              >
                <span className={`bars bars-${id}`} aria-hidden="true" />
                {label}
              </button>
            ))}
          </div>
        </fieldset>
        <div className="mt-7 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-6">
          <p className="mono num flex min-h-12 items-center gap-2">
            {at > 0 && completed.length < total && (
              <Button variant="quiet" size="sm" icon={arrowLeft} onClick={onBack}>
                Previous module
              </Button>
            )}
            {completed.length} of {total} complete
          </p>
          {rating && (
            <Button keycap block="phone" onClick={onProceed}>
              {PLAN_BUILDER.proceed}
            </Button>
          )}
        </div>
      </div>
    </IndexCard>
  );
}

/** One segment per module: filled when complete, half filled for the current one. */
function Segments({ state, goal }: { state: PlanState; goal: PlanGoal }) {
  const { at, completed } = state;
  return (
    <>
      <div
        className="segments"
        role="progressbar"
        aria-label="Modules complete"
        aria-valuemin={0}
        aria-valuenow={completed.length}
        aria-valuemax={goal.modules.length}
      >
        {goal.modules.map(({ id }, index) => (
          <i
            key={id}
            data-state={completed.includes(id) ? "done" : index === at ? "now" : "open"}
          />
        ))}
      </div>
      <ol className="segments mono mt-2.5">
        {goal.modules.map(({ id, title }, index) => (
          <li
            key={id}
            aria-current={index === at ? "step" : undefined}
            className={index === at ? "font-medium text-text" : "max-md:hidden"}
          >
            {title}
          </li>
        ))}
      </ol>
    </>
  );
}
