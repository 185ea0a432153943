import { PLAN_BUILDER, type PlanGoal } from "../../../../content/plan-builder";
import { Badge } from "../../../../ui/base/badge";
import { Button, ButtonLink } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { check } from "../../../../ui/base/icons.generated";
import { copy, printer } from "../../../../ui/base/icons-about.generated";
import { IndexCard } from "../../../../ui/data/index-card";
import { Checkbox } from "../../../../ui/forms/checkbox";
import { toast } from "../../../../ui/overlay/toast-store";
import { carriedMessage, carryMessage } from "../../tools/carried-message";
import { confidenceOf, joinedTitles, type PlanState, planText } from "./plan";
import { printPlan } from "./print-plan";

interface PlanSummaryProps {
  state: PlanState;
  goal: PlanGoal;
}

/** Step 3: the plan in one sentence, its actions, and its modules. */
export function PlanSummary({ state, goal }: PlanSummaryProps) {
  const copyPlan = async () => {
    try {
      await navigator.clipboard.writeText(planText(state));
      toast("success", "Plan copied");
    } catch {
      toast("error", "The plan could not be copied", "Print it, or select and copy the text.");
    }
  };

  return (
    <div className="grid content-start gap-6">
      <div data-ground="green" className="rounded-card px-4.5 py-6 md:p-8">
        <h3 className="text-d2">{PLAN_BUILDER.plan}</h3>
        <p className="lead mt-4 max-w-160">
          {goal.summary.before}
          {joinedTitles(goal.modules).map(({ joint, title }) => (
            <span key={title}>
              {joint}
              <span className="match">{title}</span>
            </span>
          ))}
          {goal.summary.after}
        </p>
        <div className="plan-actions mt-7 flex flex-wrap items-center gap-x-3 gap-y-4">
          <ButtonLink href="/contact?tab=schedule" size="lg" keycap block="phone">
            {PLAN_BUILDER.book}
          </ButtonLink>
          <Button variant="secondary" icon={copy} onClick={copyPlan}>
            Copy plan
          </Button>
          <Button variant="secondary" icon={printer} onClick={printPlan}>
            Print plan
          </Button>
          <Checkbox
            className="basis-full"
            label={PLAN_BUILDER.carry}
            defaultChecked={carriedMessage().includes(planText(state))}
            onChange={(event) =>
              carryMessage("plan", event.target.checked ? planText(state) : null)
            }
          />
        </div>
      </div>
      <ul className="grid gap-gutter md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2">
        {goal.modules.map((module, index) => {
          const confidence = confidenceOf(state, module);
          return (
            <li key={module.id} className="grid">
              <IndexCard
                header={
                  <span className="flex items-center gap-2 text-green">
                    <Icon of={check} size={16} />
                    Complete
                  </span>
                }
                aside={`${index + 1} / ${goal.modules.length}`}
              >
                <div className="grid justify-items-start gap-3 px-4.5 py-6 md:px-6">
                  <h4 className="text-d4">{module.title}</h4>
                  <Badge>{confidence?.label}</Badge>
                  <p className="text-soft">{confidence?.note}</p>
                </div>
              </IndexCard>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
