import { useId } from "react";
import { GOALS, type GoalId, PLAN_BUILDER } from "../../../../content/plan-builder";
import { cx } from "../../../../lib/cx";
import { Icon } from "../../../../ui/base/icon";
import { PLAN_ICONS } from "./icons";

interface GoalListProps {
  chosen: GoalId | null;
  onChoose: (goal: GoalId) => void;
}

/** Step 1: five goals, at full width with explanations until one is chosen, then beside its modules. */
export function GoalList({ chosen, onChoose }: GoalListProps) {
  const id = useId();
  const isOpen = chosen === null;
  return (
    <div
      className={cx(
        "plan-goals col-span-full grid content-start gap-4",
        !isOpen && "lg:col-span-4",
      )}
    >
      <h3 className={isOpen ? "text-d3" : "font-sans text-ui font-semibold"}>
        {PLAN_BUILDER.goal}
      </h3>
      <ul className="grid gap-2.5">
        {GOALS.map((goal) => (
          <li key={goal.id}>
            <button
              type="button"
              className={cx("choice", isOpen && "choice-large")}
              aria-pressed={goal.id === chosen}
              aria-describedby={`${id}-${goal.id}`}
              onClick={() => onChoose(goal.id)}
            >
              <Icon of={PLAN_ICONS[goal.icon]} size={isOpen ? 32 : 20} />
              <span className="choice-title">{goal.title}</span>
              <span
                id={`${id}-${goal.id}`}
                aria-hidden="true"
                className={cx("choice-note", !isOpen && "max-lg:sr-only")}
              >
                {isOpen && <span className="choice-text">{goal.explanation} </span>}
                <span className="mono num text-inherit">{goal.modules.length} modules</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!isOpen && <p className="text-small text-muted">{PLAN_BUILDER.change}</p>}
    </div>
  );
}
