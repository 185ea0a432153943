import {
  CONFIDENCES,
  type Confidence,
  GOALS,
  type GoalId,
  type PlanGoal,
  type PlanModule,
} from "../../../../content/plan-builder";

/** How long a rating is seen before its module is complete, in milliseconds. */
export const RATED_MS = 300;
/** How long the last module is seen complete before the plan is shown, in milliseconds. */
export const FINISH_MS = 500;

export interface PlanState {
  goal: PlanGoal | null;
  /** Index of the module that is shown. */
  at: number;
  /** Ids of the completed modules, each once. */
  completed: readonly string[];
  /** The last rating of each module that has one, by its id. */
  ratings: Readonly<Record<string, Confidence>>;
  finished: boolean;
}

export type PlanAction =
  | { type: "choose"; goal: GoalId }
  | { type: "rate"; confidence: Confidence }
  | { type: "complete"; module: string }
  | { type: "back" }
  | { type: "finish" };

export const NO_PLAN: PlanState = {
  goal: null,
  at: 0,
  completed: [],
  ratings: {},
  finished: false,
};

/** The module that is shown, or null before a goal is chosen. */
export const currentModule = ({ goal, at }: PlanState): PlanModule | null =>
  goal?.modules[at] ?? null;

/** Whether every module of the goal is complete. */
export const isComplete = ({ goal, completed }: PlanState): boolean =>
  goal !== null && completed.length === goal.modules.length;

/** What happens to a plan. What makes no sense in its present state changes nothing. */
export function planAfter(state: PlanState, action: PlanAction): PlanState {
  switch (action.type) {
    case "choose": {
      const goal = GOALS.find(({ id }) => id === action.goal) ?? null;
      return { ...NO_PLAN, goal };
    }
    case "rate": {
      const module = currentModule(state);
      if (!module || state.finished) return state;
      return { ...state, ratings: { ...state.ratings, [module.id]: action.confidence } };
    }
    case "complete":
      return afterCompletion(state, action.module);
    case "back":
      if (state.at === 0 || isComplete(state)) return state;
      return { ...state, at: state.at - 1 };
    case "finish":
      return isComplete(state) ? { ...state, finished: true } : state;
  }
}

/** A module counts once, and only with a rating. Completing the one that is shown leads on to the next. */
function afterCompletion(state: PlanState, id: string): PlanState {
  const { goal, at, completed, ratings } = state;
  if (!goal || currentModule(state)?.id !== id || !(id in ratings)) return state;
  return {
    ...state,
    completed: completed.includes(id) ? completed : [...completed, id],
    at: Math.min(at + 1, goal.modules.length - 1),
  };
}

/** Titles as a list in a sentence, with what stands before each: "", ", " or " and ". */
export function joinedTitles(modules: readonly PlanModule[]): { joint: string; title: string }[] {
  const last = modules.length - 1;
  return modules.map(({ title }, index) => ({
    joint: index === 0 ? "" : index === last ? " and " : ", ",
    title,
  }));
}

/** The plan's sentence as plain text. */
export function summaryText({ summary, modules }: PlanGoal): string {
  const titles = joinedTitles(modules).map(({ joint, title }) => joint + title);
  return `${summary.before}${titles.join("")}${summary.after}`;
}

/** What a rating is called and what it means. */
export function confidenceOf({ ratings }: PlanState, module: PlanModule) {
  return CONFIDENCES.find(({ id }) => id === ratings[module.id]);
}

/** The plan as text, to be copied or to go into a message. */
export function planText(state: PlanState): string {
  const { goal } = state;
  if (!goal) return "";
  const modules = goal.modules.map(
    (module, index) =>
      `${index + 1}. ${module.title}: ${confidenceOf(state, module)?.label ?? "not rated"}`,
  );
  return [`My SEO plan: ${goal.title}`, summaryText(goal), "", ...modules].join("\n");
}
