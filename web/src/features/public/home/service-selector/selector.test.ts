import { describe, expect, it } from "vitest";
import {
  RECOMMENDATIONS,
  SERVICE_SELECTOR,
  type SelectorQuestion,
} from "../../../../content/service-selector";
import {
  answerLabels,
  answerOf,
  isLastQuestion,
  progressOf,
  recommendationFor,
  type SelectorAction,
  type SelectorState,
  START,
  selectorReducer,
  stepLabel,
} from "./selector";

const [goal, timeframe, budget] = SERVICE_SELECTOR.questions;
const valuesOf = ({ options }: SelectorQuestion): string[] => options.map(({ value }) => value);

const stateAfter = (...actions: SelectorAction[]): SelectorState =>
  actions.reduce(selectorReducer, START);

const choose = (value: string): SelectorAction => ({ type: "choose", value });
const next: SelectorAction = { type: "next" };
const back: SelectorAction = { type: "back" };

const answered = (a: string, b: string, c: string): SelectorState =>
  stateAfter(choose(a), next, choose(b), next, choose(c), next);

describe("the questions", () => {
  it("are goal, timeframe and budget with the specified answers", () => {
    expect(SERVICE_SELECTOR.questions.map(({ id }) => id)).toEqual(["goal", "timeframe", "budget"]);
    expect(valuesOf(goal)).toEqual([
      "visibility",
      "traffic",
      "performance",
      "authority",
      "conversion",
    ]);
    expect(valuesOf(timeframe)).toEqual(["short", "medium", "long"]);
    expect(valuesOf(budget)).toEqual(["small", "medium", "large"]);
  });

  it("state the ranges of the budgets", () => {
    expect(budget.options.map(({ label }) => label)).toEqual([
      "From £500 - £2,000",
      "From £2,000 - £5,000",
      "From £5,000+",
    ]);
  });
});

describe("going through the questions", () => {
  it("requires an answer to continue", () => {
    expect(stateAfter(next)).toEqual(START);
    expect(stateAfter(choose("traffic"), next, next).step).toBe(1);
  });

  it("accepts only answers of the question", () => {
    expect(answerOf(stateAfter(choose("short")))).toBeNull();
    expect(answerOf(stateAfter(choose("traffic"), next, choose("small")))).toBeNull();
  });

  it("keeps answers when going back, and stops at the first question", () => {
    const state = stateAfter(choose("traffic"), next, choose("long"), back, back);
    expect(state.step).toBe(0);
    expect(answerOf(state)).toBe("traffic");
    expect(answerOf(selectorReducer(state, next))).toBe("long");
  });

  it("has a label and a progress for every step", () => {
    const steps = [
      START,
      stateAfter(choose("traffic"), next),
      stateAfter(choose("traffic"), next, choose("long"), next),
      answered("traffic", "long", "large"),
    ];
    expect(steps.map(stepLabel)).toEqual([
      "Question 1 of 3",
      "Question 2 of 3",
      "Question 3 of 3",
      "Your Recommendation",
    ]);
    expect(steps.map(progressOf)).toEqual([33, 67, 100, 100]);
    expect(steps.map(isLastQuestion)).toEqual([false, false, true, false]);
  });

  it("allows only starting over from the result, which clears everything", () => {
    const result = answered("traffic", "long", "large");
    for (const action of [next, back, choose("small")]) {
      expect(selectorReducer(result, action)).toEqual(result);
    }
    expect(selectorReducer(result, { type: "start-over" })).toEqual({ step: 0, answers: {} });
  });
});

describe("the recommendation", () => {
  const OWN: Record<string, string> = {
    "visibility-short-small": "Technical SEO Audit",
    "visibility-short-medium": "Technical SEO Implementation",
    "visibility-short-large": "Accelerated Visibility Programme",
  };
  const combinations = valuesOf(goal).flatMap((a) =>
    valuesOf(timeframe).flatMap((b) => valuesOf(budget).map((c) => [a, b, c] as const)),
  );

  it("covers 45 combinations of answers, three of them with a specific service", () => {
    expect(combinations).toHaveLength(45);
    expect(Object.keys(RECOMMENDATIONS)).toEqual(Object.keys(OWN));
  });

  it.each(combinations)("for %s, %s and %s is the specified service", (a, b, c) => {
    const { service, description, features } = recommendationFor(answered(a, b, c));
    expect(service).toBe(OWN[`${a}-${b}-${c}`] ?? "Custom Digital Strategy");
    expect(description.length).toBeGreaterThan(60);
    expect(new Set(features).size).toBe(3);
  });

  it("repeats the answers", () => {
    expect(answerLabels(answered("visibility", "short", "small"))).toEqual([
      "Visibility",
      "Short (1-3 months)",
      "From £500 - £2,000",
    ]);
  });
});
