import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

/** The tools that need their code: where they are, and the message in their place. */
const TOOLS = [
  {
    chunk: "quiz",
    path: "/contact",
    id: "growth-quiz",
    instead: "Quiz temporarily unavailable. Please contact us directly.",
  },
  {
    chunk: "plan-builder",
    path: "/about",
    id: "engine-room",
    instead:
      "Plan builder temporarily unavailable. Reload the page to try again, or contact us directly.",
  },
  {
    chunk: "engine-room",
    path: "/seo",
    id: "seo-engine-room",
    instead: "Cards temporarily unavailable. Reload the page to try again.",
  },
  { chunk: "faq-section", path: "/services", id: "faq", instead: "Content Loading Error" },
  { chunk: "reader-question", path: "/blog", id: "question", instead: "Content Loading Error" },
  { chunk: "faq-section", path: "/seo", id: "seo-faq", instead: "Content Loading Error" },
];

for (const { chunk, path, id, instead } of TOOLS)
  test(`${path} says that ${chunk} could not be loaded, instead of showing a dead copy`, async ({
    page,
    faults,
  }) => {
    faults.allow(/net::ERR_FAILED/, new RegExp(`^request failed: .*${chunk}`), /^console error: /);
    await page.route(new RegExp(`/${chunk}-[^/]+\\.js`), (route) => route.abort());
    await open(page, path);
    await page.evaluate((tool) => document.getElementById(tool)?.scrollIntoView(), id);
    await expect(page.getByRole("alert").getByText(instead)).toBeVisible();
    await expect(page.locator(`#${id}`)).toHaveCount(0);
  });
