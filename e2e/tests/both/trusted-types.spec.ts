import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { openNew, paste, showHtml, text, tool } from "../../support/editor";
import { expectPath, open, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

/** Returns what the policy has blocked since the document was loaded, in the browser's words. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { stopped: string[] }).stopped);
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    addEventListener("securitypolicyviolation", (event) => {
      stopped.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
});

for (const { path } of PUBLIC_PAGES) {
  test(`${path} creates markup only through the site's policy`, async ({ page, faults }) => {
    faults.allowStatus(404);
    await open(page, path);
    await page.mouse.wheel(0, 4000);
    const target = path === "/auth" ? "/" : "/about";
    await page.locator(`a[href="${target}"]`).first().dispatchEvent("click");
    await expectPath(page, target);
    expect(await violations(page)).toEqual([]);
  });
}

test("text that becomes markup, a script or a worker is blocked", async ({ page, faults }) => {
  faults.allow(
    /^console error: .*(TrustedHTML|TrustedScript|Trusted Type|trusted-types|require-trusted-types-for)/,
  );
  await open(page, "/privacy");
  const refused = await page.evaluate(() => {
    const refuses = (action: () => unknown) => {
      try {
        action();
        return false;
      } catch {
        return true;
      }
    };
    const sinks = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => void };
    };
    return [
      refuses(() => {
        document.createElement("div").innerHTML = "<img>";
      }),
      refuses(() => document.body.insertAdjacentHTML("beforeend", "<img>")),
      refuses(() => new DOMParser().parseFromString("<img>", "text/html")),
      refuses(() => {
        document.createElement("script").src = "/assets/x.js";
      }),
      refuses(() => {
        document.createElement("script").text = "1";
      }),
      refuses(() => new Worker("/assets/x.js")),
      refuses(() => sinks.trustedTypes.createPolicy("another", {})),
      refuses(() => sinks.trustedTypes.createPolicy("foundfirst", {})),
    ];
  });
  expect(refused).toEqual(refused.map(() => true));
  expect(await violations(page)).toHaveLength(refused.length);
});

test("the admin area, its editor and pasted content cause no violations", async ({ page }) => {
  await signInCookies(page);
  for (const path of [
    "/admin",
    "/admin/blog",
    "/admin/media",
    "/admin/enquiries",
    "/admin/settings",
  ]) {
    await open(page, path);
    expect(await violations(page), path).toEqual([]);
  }
  await openNew(page);
  await text(page).click();
  await paste(page, "<p>Pasted <b>words</b></p><table><tr><td>in a cell</td></tr></table>");
  await expect(text(page)).toContainText("Pasted words");
  await tool(page, "Bold").click();
  await showHtml(page);
  await page.locator(".cm-content").press("End");
  expect(await violations(page)).toEqual([]);
});
