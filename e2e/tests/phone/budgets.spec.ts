import type { Page } from "@playwright/test";
import { open, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

/** Maximum transfer for the first load of a page, compressed, in bytes. */
const BUDGET = { document: 26_000, stylesheet: 20_000, script: 84_000, font: 52_000 };
/** An article needs little beyond its text: the parts below it are loaded when a reader gets there. */
const ARTICLE_SCRIPTS = 72_250;
/** Maximum number of scripts: chunks that are needed together should be one. */
const SCRIPTS = 12;
/** Maximum size of the largest image, which is painted last. */
const IMAGE = 60_000;

interface Transfer {
  type: string;
  path: string;
  bytes: number;
}

/** Records the transfers of a first load until the network is idle. */
async function firstLoad(page: Page, path: string): Promise<Transfer[]> {
  const transfers: Promise<Transfer>[] = [];
  page.on("requestfinished", (request) => {
    transfers.push(
      request.sizes().then(({ responseBodySize }) => ({
        type: request.resourceType(),
        path: new URL(request.url()).pathname,
        bytes: responseBodySize,
      })),
    );
  });
  await open(page, path);
  await page.waitForLoadState("networkidle");
  return Promise.all(transfers);
}

for (const { path, status = 200 } of PUBLIC_PAGES) {
  test(`the first load of ${path} keeps to its budget`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    const transfers = await firstLoad(page, path);
    const isArticle = path.startsWith("/blog/");
    const budget = { ...BUDGET, script: isArticle ? ARTICLE_SCRIPTS : BUDGET.script };
    for (const [type, limit] of Object.entries(budget)) {
      const ofType = transfers.filter((transfer) => transfer.type === type);
      const bytes = ofType.reduce((sum, transfer) => sum + transfer.bytes, 0);
      const list = ofType.map((transfer) => `${transfer.path} ${transfer.bytes}`).join(", ");
      expect(bytes, `${type}: ${list}`).toBeGreaterThan(0);
      expect(bytes, `${type}: ${list}`).toBeLessThanOrEqual(limit);
    }
    const scripts = transfers.filter(({ type }) => type === "script").map(({ path }) => path);
    expect(scripts.length, scripts.join(", ")).toBeLessThanOrEqual(SCRIPTS);
    // All chunks with code of the admin area have this prefix (web/vite.config.ts), including those for signing in.
    const admin = transfers.filter((transfer) => /\/assets\/admin-/.test(transfer.path));
    if (path !== "/auth") expect(admin).toEqual([]);
    // Readers fill in no form before they have scrolled to one.
    const forms = transfers.filter((transfer) => /\/assets\/forms-/.test(transfer.path));
    if (path === "/" || isArticle) expect(forms).toEqual([]);
    const images = transfers.filter(({ type }) => type === "image");
    expect(images.filter(({ bytes }) => bytes > IMAGE)).toEqual([]);
  });
}

test("chunks of the admin area are recognisable by name", async ({ page }) => {
  const transfers = await firstLoad(page, "/auth");
  expect(transfers.filter(({ path }) => /\/assets\/admin-/.test(path))).not.toEqual([]);
});
