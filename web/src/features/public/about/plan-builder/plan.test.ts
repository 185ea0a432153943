import { describe, expect, it } from "vitest";
import { GOALS, type GoalId } from "../../../../content/plan-builder";
import {
  currentModule,
  isComplete,
  joinedTitles,
  NO_PLAN,
  type PlanAction,
  type PlanState,
  planAfter,
  planText,
  summaryText,
} from "./plan";

const planOf = (...actions: PlanAction[]): PlanState => actions.reduce(planAfter, NO_PLAN);
const choose = (goal: GoalId): PlanAction => ({ type: "choose", goal });
const rate = (confidence: "low" | "medium" | "high"): PlanAction => ({ type: "rate", confidence });
const complete = (module: string): PlanAction => ({ type: "complete", module });

/** All actions that complete "Get More Leads". */
const LEADS: PlanAction[] = [
  choose("leads"),
  rate("low"),
  complete("keyword-strategy"),
  rate("medium"),
  complete("content-mapping"),
  rate("high"),
  complete("signal-optimisation"),
];

describe("the goals", () => {
  it("are five, with their modules", () => {
    expect(GOALS.map(({ id, title }) => [id, title])).toEqual([
      ["leads", "Get More Leads"],
      ["fix", "Fix My Site"],
      ["rankings", "Grow Rankings"],
      ["recovery", "Recover from a Drop"],
      ["authority", "Build Topic Authority"],
    ]);
    expect(
      Object.fromEntries(GOALS.map((goal) => [goal.id, goal.modules.map(({ id }) => id)])),
    ).toEqual({
      leads: ["keyword-strategy", "content-mapping", "signal-optimisation"],
      fix: ["technical-seo", "site-architecture", "crawl-management"],
      rankings: ["keyword-strategy", "internal-linking", "content-mapping", "signal-optimisation"],
      recovery: ["technical-seo", "indexing-flow", "signal-optimisation"],
      authority: ["keyword-strategy", "internal-linking", "content-mapping", "signal-optimization"],
    });
  });

  it("name every module once, in order, in their sentence", () => {
    for (const goal of GOALS) {
      const text = summaryText(goal);
      const places = goal.modules.map(({ title }) => text.indexOf(title));
      expect(places, goal.id).toEqual([...places].sort((a, b) => a - b));
      expect(places, goal.id).not.toContain(-1);
    }
    expect(new Set(GOALS.map(summaryText)).size).toBe(GOALS.length);
  });
});

describe("a plan", () => {
  it("has no current module before a goal is chosen, then the first", () => {
    expect(currentModule(NO_PLAN)).toBeNull();
    expect(currentModule(planOf(choose("fix")))?.id).toBe("technical-seo");
  });

  it("goes from module to module and is finished after the last", () => {
    const state = planOf(...LEADS);
    expect(state.completed).toEqual(["keyword-strategy", "content-mapping", "signal-optimisation"]);
    expect(isComplete(state)).toBe(true);
    expect(state.finished).toBe(false);
    expect(planAfter(state, { type: "finish" }).finished).toBe(true);
  });

  it("is not finished before all modules are complete", () => {
    const state = planOf(...LEADS.slice(0, -1), { type: "finish" });
    expect(state.finished).toBe(false);
  });

  it("counts a module once, however often it is completed", () => {
    const twice = planOf(
      ...LEADS,
      complete("signal-optimisation"),
      complete("signal-optimisation"),
    );
    expect(twice.completed).toHaveLength(3);
    const doubleClick = planOf(
      choose("leads"),
      rate("low"),
      complete("keyword-strategy"),
      complete("keyword-strategy"),
    );
    expect(doubleClick.completed).toEqual(["keyword-strategy"]);
    expect(currentModule(doubleClick)?.id).toBe("content-mapping");
  });

  it("accepts a new rating of a module without counting it again", () => {
    const state = planOf(
      ...LEADS.slice(0, 3),
      { type: "back" },
      rate("high"),
      complete("keyword-strategy"),
    );
    expect(state.ratings["keyword-strategy"]).toBe("high");
    expect(state.completed).toEqual(["keyword-strategy"]);
    expect(currentModule(state)?.id).toBe("content-mapping");
    const last = planOf(...LEADS, rate("low"), complete("signal-optimisation"));
    expect(last.ratings["signal-optimisation"]).toBe("low");
    expect(last.completed).toHaveLength(3);
  });

  it("completes only the current module, and only with a rating", () => {
    expect(planOf(choose("leads"), complete("keyword-strategy")).completed).toEqual([]);
    expect(planOf(choose("leads"), rate("low"), complete("content-mapping")).completed).toEqual([]);
    expect(planOf(rate("low"))).toEqual(NO_PLAN);
  });

  it("starts again when a goal is chosen, even the same one or when finished", () => {
    const fresh = planOf(choose("rankings"));
    expect(planOf(...LEADS.slice(0, 4), choose("rankings"))).toEqual(fresh);
    expect(planOf(...LEADS, { type: "finish" }, choose("rankings"))).toEqual(fresh);
    expect(planOf(...LEADS, choose("leads"))).toEqual(planOf(choose("leads")));
  });

  it("cannot be completed by a delay that began for another goal", () => {
    const state = planOf(
      choose("leads"),
      rate("low"),
      choose("rankings"),
      complete("keyword-strategy"),
    );
    expect(state.completed).toEqual([]);
  });

  it("goes back to rated modules, but not before the first nor once it is complete", () => {
    expect(planOf(choose("leads"), { type: "back" }).at).toBe(0);
    expect(planOf(...LEADS, { type: "back" }).at).toBe(2);
  });
});

describe("the texts of a plan", () => {
  it("join titles for a sentence", () => {
    const fix = GOALS.find(({ id }) => id === "fix");
    expect(joinedTitles(fix?.modules ?? []).map(({ joint }) => joint)).toEqual(["", ", ", " and "]);
  });

  it("include the ratings", () => {
    expect(planText(planOf(...LEADS)).split("\n")).toEqual([
      "My SEO plan: Get More Leads",
      "To bring in more leads, we work through Keyword strategy, Content mapping and Signal optimisation, so that people who are ready to buy land on the page that answers them.",
      "",
      "1. Keyword strategy: Need Help",
      "2. Content mapping: Some Knowledge",
      "3. Signal optimisation: Confident",
    ]);
    expect(planText(NO_PLAN)).toBe("");
  });
});
