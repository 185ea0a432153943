import { expect, it } from "vitest";
import description from "../generated/openapi.json";

/** The names of files under `pages/` that end in `ending`. */
const namesOf = (files: Record<string, unknown>, ending: string): string[] =>
  Object.keys(files)
    .filter((path) => !path.includes(".test."))
    .map((path) => path.slice("./".length, -ending.length))
    .sort();

// What the entries load is one of these; `generated/page-modules.ts` checks the props of each.
it("has a page and a head for every name of the server, and no other", () => {
  const names = [...description.components.schemas.PageProps.required].sort();
  expect(namesOf(import.meta.glob("./**/*.tsx"), ".tsx")).toEqual(names);
  expect(namesOf(import.meta.glob("./**/*.head.ts"), ".head.ts")).toEqual(names);
});
