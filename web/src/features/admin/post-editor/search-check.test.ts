import { expect, it } from "vitest";
import type { AnalysisCheck } from "../../../generated/api";
import { formOf } from "./post-form";
import { analysisInput, checkName, sorted } from "./search-check";

const check = (id: string, level: AnalysisCheck["level"]): AnalysisCheck => ({
  id,
  level,
  value: "1",
  threshold: "0",
  advice: "Mend it.",
});

it("shows checks that need work first, and keeps the order within a level", () => {
  const checks = [check("a", "good"), check("b", "bad"), check("c", "warn"), check("d", "bad")];
  expect(sorted(checks).map(({ id }) => id)).toEqual(["b", "d", "c", "a"]);
});

it("has a name for every rule, known or new", () => {
  expect(checkName("h1")).toBe("Main heading");
  expect(checkName("title_width")).toBe("Title width");
});

it("sends the title and description that search engines would get", () => {
  const form = { ...formOf(null), title: "New", summary: "Summary" };
  const input = analysisInput(form, null, " crawl budget ");
  expect(input).toMatchObject({
    title: "New",
    meta_title: "New",
    meta_description: "Summary",
    keyphrase: "crawl budget",
    id: null,
  });
});
