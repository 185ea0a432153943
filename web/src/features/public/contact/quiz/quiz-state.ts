import {
  EXPERT,
  OUTCOMES,
  type Outcome,
  type OutcomeId,
  QUESTIONS,
  type Question,
  type QuestionId,
  type StepId,
} from "../../../../content/quiz";

/** Position in the quiz. */
export interface QuizState {
  currentStep: StepId;
  /** Chosen values by question. Answers on abandoned branches stay, but are not sent. */
  answers: Partial<Record<QuestionId, string>>;
  /** Whether the outcome was accepted, so that the form is shown. */
  isComplete: boolean;
  isSubmitted: boolean;
}

export const START: QuizState = {
  currentStep: "step-1",
  answers: {},
  isComplete: false,
  isSubmitted: false,
};

const isOutcomeId = (step: StepId): step is OutcomeId => step in OUTCOMES;

/** The question of the current step, or null on an outcome. */
export function questionOf({ currentStep }: QuizState): Question | null {
  return isOutcomeId(currentStep) ? null : QUESTIONS[currentStep];
}

/** The outcome; null while there are questions. */
export function outcomeOf({ currentStep }: QuizState): Outcome | null {
  return isOutcomeId(currentStep) ? OUTCOMES[currentStep] : null;
}

/** The answer to the current question, or null. */
export function answerOf({ currentStep, answers }: QuizState): string | null {
  return isOutcomeId(currentStep) ? null : (answers[currentStep] ?? null);
}

/** The steps from the first one to the current one. */
export function pathOf({ currentStep, answers }: QuizState): StepId[] {
  const path: StepId[] = ["step-1"];
  for (;;) {
    const step = path[path.length - 1] as StepId;
    if (step === currentStep || isOutcomeId(step)) return path;
    const next = QUESTIONS[step].nextStep[answers[step] ?? ""];
    if (!next) return path;
    path.push(next);
  }
}

/** The answers on the path to the current step, which are sent. */
export function answersOf(state: QuizState): Record<string, string> {
  const answered = pathOf(state).flatMap((step) => {
    const value = isOutcomeId(step) ? undefined : state.answers[step];
    return value === undefined ? [] : [[step, value] as const];
  });
  return Object.fromEntries(answered);
}

/** Answers the current question. A value that is not one of its options changes nothing. */
export function choose(state: QuizState, value: string): QuizState {
  const { currentStep } = state;
  if (isOutcomeId(currentStep) || !(value in QUESTIONS[currentStep].nextStep)) return state;
  return { ...state, answers: { ...state.answers, [currentStep]: value } };
}

/** Goes from an answered question to the next step, or from an outcome to the form. */
export function proceed(state: QuizState): QuizState {
  const { currentStep } = state;
  if (isOutcomeId(currentStep)) return { ...state, isComplete: true };
  const next = QUESTIONS[currentStep].nextStep[state.answers[currentStep] ?? ""];
  return next ? { ...state, currentStep: next } : state;
}

/** Skips all questions and goes to the expert's call. */
export const askExpert = (): QuizState => proceed(choose(START, EXPERT));

export const canGoBack = ({ currentStep, isSubmitted }: QuizState): boolean =>
  currentStep !== "step-1" && !isSubmitted;

/** Goes one step back. The answer there is kept, so that it can be seen and changed. */
export function goBack(state: QuizState): QuizState {
  if (!canGoBack(state)) return state;
  if (state.isComplete) return { ...state, isComplete: false };
  const previous = pathOf(state).at(-2) ?? "step-1";
  const answers = { ...state.answers };
  // The expert is not one of the options, so this answer would be invisible.
  if (answers["step-1"] === EXPERT) delete answers["step-1"];
  return { ...state, currentStep: previous, answers };
}

export const submitted = (state: QuizState): QuizState => ({ ...state, isSubmitted: true });

/** Shows the form again, for the same outcome. */
export const again = (state: QuizState): QuizState => ({ ...state, isSubmitted: false });

/** Progress in per cent: 0, 35, 70 on an outcome, 90 on the form, 100 once sent. */
export function progressOf({ currentStep, isComplete, isSubmitted }: QuizState): number {
  if (isSubmitted) return 100;
  if (isComplete) return 90;
  if (isOutcomeId(currentStep)) return 70;
  return currentStep === "step-1" ? 0 : 35;
}

export function labelOf({ currentStep, isComplete }: QuizState): string {
  if (isComplete) return "Final Step";
  if (isOutcomeId(currentStep)) return "Your Recommendation";
  return currentStep === "step-1" ? "Step 1" : "Step 2";
}
