// @vitest-environment node
import { expect, it } from "vitest";
import { render } from "../entry-server";
import { makePage, site } from "../test-support/fixtures";
import { head } from "./error.head";

it.each([
  [413, "That didn&#x27;t work"],
  [429, "That didn&#x27;t work"],
  [500, "Something broke on our side"],
  [503, "Back in a moment"],
])("%d has the heading %s and the server's message", async (status, title) => {
  const page = makePage("error", "/contact", { status, message: "The request is too large" });
  const body = await render(JSON.stringify({ ...page, site }));
  expect(body).toContain(`>${title}</h1>`);
  expect(body).toContain("The request is too large");
});

it.each([
  [415, false],
  [500, true],
])("%d is described as the site's failure: %s", (status, isOurs) => {
  const { description } = head({ status, message: "" }, site, "/contact");
  expect(description?.includes("our side")).toBe(isOurs);
});
