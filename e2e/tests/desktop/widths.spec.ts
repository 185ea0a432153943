import { open, PUBLIC_PAGES, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];

for (const { path, status = 200 } of PUBLIC_PAGES) {
  test(`${path} never scrolls sideways`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    await open(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysOverflow(page), `at ${width} px`).toEqual([]);
    }
  });
}
