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
  /** Question to chosen value. Answers of branches that were left again stay, unsent. */
  answers: Partial<Record<QuestionId, string>>;
  /** The outcome was accepted: the form stands there. */
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

/** The outcome reached, or null while there are questions. */
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

/** The answers that led here: what is sent. */
export function answersOf(state: QuizState): Record<string, string> {
  const answered = pathOf(state).flatMap((step) => {
    const value = isOutcomeId(step) ? undefined : state.answers[step];
    return value === undefined ? [] : [[step, value] as const];
  });
  return Object.fromEntries(answered);
}

/** Answers the current question. What is no option of it changes nothing. */
export function choose(state: QuizState, value: string): QuizState {
  const { currentStep } = state;
  if (isOutcomeId(currentStep) || !(value in QUESTIONS[currentStep].nextStep)) return state;
  return { ...state, answers: { ...state.answers, [currentStep]: value } };
}

/** Goes on: from an answered question to the next step, from an outcome to the form. */
export function proceed(state: QuizState): QuizState {
  const { currentStep } = state;
  if (isOutcomeId(currentStep)) return { ...state, isComplete: true };
  const next = QUESTIONS[currentStep].nextStep[state.answers[currentStep] ?? ""];
  return next ? { ...state, currentStep: next } : state;
}

/** Past every question to the call. */
export const askExpert = (): QuizState => proceed(choose(START, EXPERT));

export const canGoBack = ({ currentStep, isSubmitted }: QuizState): boolean =>
  currentStep !== "step-1" && !isSubmitted;

/** One step back; the answer given there stands, so that it can be looked at and changed. */
export function goBack(state: QuizState): QuizState {
  if (!canGoBack(state)) return state;
  if (state.isComplete) return { ...state, isComplete: false };
  const previous = pathOf(state).at(-2) ?? "step-1";
  const answers = { ...state.answers };
  // No option stands for the expert: a way on without a visible answer would be odd.
  if (answers["step-1"] === EXPERT) delete answers["step-1"];
  return { ...state, currentStep: previous, answers };
}

export const submitted = (state: QuizState): QuizState => ({ ...state, isSubmitted: true });

/** The form once more, for the same outcome. */
export const again = (state: QuizState): QuizState => ({ ...state, isSubmitted: false });

/** Percent: 0, 35, 70 on an outcome, 90 on the form, 100 once it was sent. */
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
