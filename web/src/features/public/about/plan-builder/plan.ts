import {
  CONFIDENCES,
  type Confidence,
  GOALS,
  type GoalId,
  type PlanGoal,
  type PlanModule,
} from "../../../../content/plan-builder";

/** How long a rating is shown before its module is complete, in milliseconds. */
export const RATED_MS = 300;
/** How long the last module is shown as complete before the plan appears, in milliseconds. */
export const FINISH_MS = 500;

export interface PlanState {
  goal: PlanGoal | null;
  /** Index of the current module. */
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

/** The current module; null before a goal is chosen. */
export const currentModule = ({ goal, at }: PlanState): PlanModule | null =>
  goal?.modules[at] ?? null;

/** Whether every module of the goal is complete. */
export const isComplete = ({ goal, completed }: PlanState): boolean =>
  goal !== null && completed.length === goal.modules.length;

/** Returns the state after an action. An action that the state does not allow changes nothing. */
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

/** Completes the current module, if it has a rating, and goes to the next one. */
function afterCompletion(state: PlanState, id: string): PlanState {
  const { goal, at, completed, ratings } = state;
  if (!goal || currentModule(state)?.id !== id || !(id in ratings)) return state;
  return {
    ...state,
    completed: completed.includes(id) ? completed : [...completed, id],
    at: Math.min(at + 1, goal.modules.length - 1),
  };
}

/** Returns titles for a list in a sentence, each with the text before it: "", ", " or " and ". */
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

/** Returns the name and the meaning of a module's rating. */
export function confidenceOf({ ratings }: PlanState, module: PlanModule) {
  return CONFIDENCES.find(({ id }) => id === ratings[module.id]);
}

/** Returns the plan as text, for the clipboard or a message. */
export function planText(state: PlanState): string {
  const { goal } = state;
  if (!goal) return "";
  const modules = goal.modules.map(
    (module, index) =>
      `${index + 1}. ${module.title}: ${confidenceOf(state, module)?.label ?? "not rated"}`,
  );
  return [`My SEO plan: ${goal.title}`, summaryText(goal), "", ...modules].join("\n");
}
