import { expect, it } from "vitest";
import description from "../generated/openapi.json";
import type { PageModule } from "../lib/page-module";

/** The names of files under `pages/` that end in `ending`. */
const namesOf = (files: Record<string, unknown>, ending: string): string[] =>
  Object.keys(files)
    .filter((path) => !path.includes(".test."))
    .map((path) => path.slice("./".length, -ending.length))
    .sort();

// The entry points load the modules from these files; `generated/page-modules.ts` checks their props.
it("has a page, and a head or a title, for every name of the server, and no other", () => {
  const names = [...description.components.schemas.PageProps.required].sort();
  expect(namesOf(import.meta.glob("./**/*.tsx"), ".tsx")).toEqual(names);
  const titled = Object.entries(
    import.meta.glob<PageModule>(["./admin/**/*.tsx", "!**/*.test.tsx"], { eager: true }),
  )
    .filter(([, { chrome }]) => chrome?.title)
    .map(([path]) => path.slice("./".length, -".tsx".length));
  const heads = namesOf(import.meta.glob("./**/*.head.ts"), ".head.ts");
  expect([...heads, ...titled].sort()).toEqual(names);
});
