import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEO_CARDS } from "./seo-cards";

test("the email of the fix list has the texts of the cards", () => {
  // The server makes the email from its own copy, so that nobody can use it to send other text.
  const mailed: unknown = JSON.parse(readFileSync("../server/src/enquiries/fix-list.json", "utf8"));
  const shown = SEO_CARDS.map(({ term, description, whyItMatters }) => ({
    term,
    description,
    why_it_matters: whyItMatters,
  }));
  expect(mailed).toEqual(shown);
});
