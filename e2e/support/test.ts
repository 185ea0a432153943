import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Faults } from "./faults";
import { Server } from "./server";
import type { TemplateName } from "./templates";

interface WorkerFixtures {
  /** A server that all tests of a worker share, started when the first of them asks. */
  shared: (template: TemplateName) => Promise<Server>;
}

interface TestFixtures {
  /**
   * What the test's server holds: "demo" (default), or "archive", the demo with thirty posts more. Both are shared
   * and must not be written to. "own": the demo on a server for this test alone; "named": the same, reached by a host
   * name, without which there are no passkeys.
   */
  data: TemplateName | "own" | "named";
  /** The server that the browser talks to; `baseURL` is its address. */
  site: Server;
  /** What went wrong without a test asking for it; the test fails when anything is left at its end. */
  faults: Faults;
  /** Another visitor: a page in a browser context that shares nothing with the test's own. */
  newVisitor: () => Promise<Page>;
}

/** The test of this project: a server, a browser that only talks to it, and no fault of either. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
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
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  faults: async ({}, use) => {
    const faults = new Faults();
    await use(faults);
    expect(await faults.unexpected(), "what went wrong beside the test").toEqual([]);
  },
  context: async ({ context, site, faults, javaScriptEnabled }, use) => {
    faults.watch(context, site.url);
    // Where scripts are off, Chromium refuses the document's own module preloads and calls it a policy.
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
