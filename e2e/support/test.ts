import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Faults } from "./faults";
import { Server } from "./server";
import type { TemplateName } from "./templates";

interface WorkerFixtures {
  /** Returns the server that all tests of a worker share, started on first use. */
  shared: (template: TemplateName) => Promise<Server>;
}

interface TestFixtures {
  /**
   * Data of the test's server: "demo" (default), or "archive", the demo with thirty more posts. Both are shared and
   * must not be written to. "own": the demo on a server for this test only; "named": the same with a host name, which
   * passkeys require.
   */
  data: TemplateName | "own" | "named";
  /** The server that the browser uses; `baseURL` is its address. */
  site: Server;
  /** Unexpected faults; the test fails if there are any at its end. */
  faults: Faults;
  /** Opens a page in a separate browser context, as another visitor. */
  newVisitor: () => Promise<Page>;
}

/**
 * The test function of this project: with a server, a browser that contacts only this server, and a check for faults of
 * both.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const servers = new Map<TemplateName, Promise<Server>>();
      await use((template) => {
        const server = servers.get(template) ?? Server.start(template);
        servers.set(template, server);
        return server;
      });
      for (const server of servers.values()) await (await server).stop();
    },
    { scope: "worker" },
  ],
  data: ["demo", { option: true }],
  site: async ({ data, shared }, use) => {
    const isOwn = data === "own" || data === "named";
    const server = isOwn ? await Server.start("demo", data === "named") : await shared(data);
    const before = server.errors.length;
    await use(server);
    if (isOwn) await server.stop();
    expect(server.errors.slice(before), "errors in the server's log").toEqual([]);
  },
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
  faults: async ({}, use) => {
    const faults = new Faults();
    await use(faults);
    expect(await faults.unexpected(), "what went wrong beside the test").toEqual([]);
  },
  context: async ({ context, site, faults, javaScriptEnabled }, use) => {
    faults.watch(context, site.url);
    // With JavaScript disabled, Chromium reports the document's module preloads as blocked by policy.
    if (javaScriptEnabled === false) faults.allow(/^request failed: csp GET \S+\.js$/);
    await use(context);
  },
  newVisitor: async ({ browser, site, faults }, use, info) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const { viewport, locale, timezoneId } = info.project.use;
      const context = await browser.newContext({ baseURL: site.url, viewport, locale, timezoneId });
      contexts.push(context);
      faults.watch(context, site.url);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
