import {
  CUSTOM_STRATEGY,
  RECOMMENDATIONS,
  type Recommendation,
  SERVICE_SELECTOR,
} from "../../../../content/service-selector";

const QUESTIONS = SERVICE_SELECTOR.questions;
const COUNT = QUESTIONS.length;

type QuestionId = (typeof QUESTIONS)[number]["id"];

/** State of the selector: index of the current question, or of the result after the last one. */
export interface SelectorState {
  step: number;
  answers: Readonly<Partial<Record<QuestionId, string>>>;
}

export const START: SelectorState = { step: 0, answers: {} };

export type SelectorAction =
  | { type: "choose"; value: string }
  | { type: "next" }
  | { type: "back" }
  | { type: "start-over" };

/** The current question; null on the result. */
export const questionOf = ({ step }: SelectorState) => QUESTIONS[step] ?? null;

/** The answer to the current question. */
export function answerOf(state: SelectorState): string | null {
  const question = questionOf(state);
  return (question && state.answers[question.id]) ?? null;
}

/** Returns the state after an action. An action that the current step does not allow changes nothing. */
export function selectorReducer(state: SelectorState, action: SelectorAction): SelectorState {
  const question = questionOf(state);
  switch (action.type) {
    case "choose":
      if (!question?.options.some(({ value }) => value === action.value)) return state;
      return { ...state, answers: { ...state.answers, [question.id]: action.value } };
    case "next":
      return answerOf(state) ? { ...state, step: state.step + 1 } : state;
    case "back":
      return question && state.step > 0 ? { ...state, step: state.step - 1 } : state;
    case "start-over":
      return START;
  }
}

/** "Question 2 of 3", "Your Recommendation". */
export const stepLabel = ({ step }: SelectorState): string =>
  step < COUNT ? `Question ${step + 1} of ${COUNT}` : "Your Recommendation";

/** Progress in whole per cent. */
export const progressOf = ({ step }: SelectorState): number =>
  Math.round((Math.min(step + 1, COUNT) / COUNT) * 100);

export const isLastQuestion = ({ step }: SelectorState): boolean => step === COUNT - 1;

/** Returns the service that fits the answers best. */
export function recommendationFor({ answers }: SelectorState): Recommendation {
  const key = QUESTIONS.map(({ id }) => answers[id]).join("-");
  return RECOMMENDATIONS[key] ?? CUSTOM_STRATEGY;
}

/** Returns the answers as a message to the company. */
export function enquiryText(state: SelectorState): string {
  const questions = QUESTIONS.map(({ title }, index) => `${title} ${answerLabels(state)[index]}`);
  return [...questions, "", `Recommended: ${recommendationFor(state).service}`].join("\n");
}

/** Returns the labels of the given answers, in the order of the questions. */
export const answerLabels = ({ answers }: SelectorState): string[] =>
  QUESTIONS.flatMap(({ id, options }) =>
    options.filter(({ value }) => value === answers[id]).map(({ label }) => label),
  );
