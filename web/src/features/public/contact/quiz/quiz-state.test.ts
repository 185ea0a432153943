import { describe, expect, it } from "vitest";
import { EXPERT, QUESTIONS, type QuestionId } from "../../../../content/quiz";
import {
  again,
  answerOf,
  answersOf,
  askExpert,
  canGoBack,
  choose,
  goBack,
  labelOf,
  outcomeOf,
  pathOf,
  proceed,
  progressOf,
  type QuizState,
  questionOf,
  START,
  submitted,
} from "./quiz-state";

const answer = (state: QuizState, value: string) => proceed(choose(state, value));
const walk = (...values: string[]) => values.reduce(answer, START);

/** Every path through the quiz, with its outcome. */
const TRAFFIC = ["traffic", "targeted", "conversion"].flatMap((first) =>
  ["not-ranking", "keywords"].map((second) => [first, second, "keyword-research"] as const),
);
const FIXING = ["slow", "seo-basics", "not-sure"].map(
  (second) => ["fixing", second, "site-health-check"] as const,
);
const AUTHORITY = ["know-not-rank", "opportunities", "full-overview"].map(
  (second) => ["authority", second, "competitor-analysis"] as const,
);
const PATHS = [...TRAFFIC, ...FIXING, ...AUTHORITY];

describe("every path", () => {
  it.each(PATHS)("%s, then %s, leads to %s", (first, second, report) => {
    const one = answer(START, first);
    expect([labelOf(one), progressOf(one)]).toEqual(["Step 2", 35]);
    const two = answer(one, second);
    expect(outcomeOf(two)?.reportType).toBe(report);
    expect(questionOf(two)).toBeNull();
    expect([labelOf(two), progressOf(two)]).toEqual(["Your Recommendation", 70]);
    expect(answersOf(two)).toEqual({ "step-1": first, [one.currentStep]: second });
    expect(pathOf(two)).toEqual(["step-1", one.currentStep, two.currentStep]);
  });

  it("is in the list: no option leads anywhere else", () => {
    const ways = QUESTIONS["step-1"].options.flatMap(({ value: first }) => {
      const step = QUESTIONS["step-1"].nextStep[first] as QuestionId;
      return QUESTIONS[step].options.map(({ value }) => `${first} ${value}`);
    });
    expect(ways.sort()).toEqual(PATHS.map(([first, second]) => `${first} ${second}`).sort());
  });

  it("to the expert works, although no option leads there", () => {
    const state = askExpert();
    expect(outcomeOf(state)?.reportType).toBe("discovery-call");
    expect(progressOf(state)).toBe(70);
    expect(answersOf(state)).toEqual({ "step-1": EXPERT });
    expect(QUESTIONS["step-1"].options.map(({ value }) => value)).not.toContain(EXPERT);
  });
});

describe("going forward", () => {
  it("starts at the first question with nothing answered", () => {
    expect(answerOf(START)).toBeNull();
    expect([labelOf(START), progressOf(START)]).toEqual(["Step 1", 0]);
  });

  it("requires one of the answers of the question", () => {
    expect(proceed(START)).toBe(START);
    expect(choose(START, "slow")).toBe(START);
    const outcome = walk("fixing", "slow");
    expect(choose(outcome, "traffic")).toBe(outcome);
  });

  it("leads from the outcome to the form, and from there to the end", () => {
    const form = proceed(walk("fixing", "slow"));
    expect(form.isComplete).toBe(true);
    expect([labelOf(form), progressOf(form)]).toEqual(["Final Step", 90]);
    const done = submitted(form);
    expect([labelOf(done), progressOf(done)]).toEqual(["Final Step", 100]);
    expect(again(done)).toEqual(form);
  });
});

describe("going back", () => {
  it("retraces every step and keeps the answers", () => {
    const form = proceed(walk("targeted", "keywords"));
    const outcome = goBack(form);
    expect([outcome.isComplete, progressOf(outcome)]).toEqual([false, 70]);
    const second = goBack(outcome);
    expect(second.currentStep).toBe("traffic-situation");
    expect(answerOf(second)).toBe("keywords");
    const first = goBack(second);
    expect(answerOf(first)).toBe("targeted");
    expect(canGoBack(first)).toBe(false);
    expect(goBack(first)).toBe(first);
  });

  it("and taking another path sends only the answers on that path", () => {
    const back = goBack(goBack(walk("traffic", "keywords")));
    const other = answer(answer(back, "authority"), "opportunities");
    expect(answersOf(other)).toEqual({
      "step-1": "authority",
      "competitor-familiarity": "opportunities",
    });
  });

  it("from the expert clears the answer to the first question", () => {
    const first = goBack(askExpert());
    expect(first.currentStep).toBe("step-1");
    expect(answerOf(first)).toBeNull();
  });

  it("is not possible after the form was sent", () => {
    const done = submitted(proceed(walk("fixing", "slow")));
    expect(canGoBack(done)).toBe(false);
    expect(goBack(done)).toBe(done);
  });
});
