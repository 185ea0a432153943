import type { BrowserContext, Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { field, offer } from "../../support/drafts";
import { open } from "../../support/pages";
import { randomOf } from "../../support/random";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

/** How many times each kind of ending is tested, and how much of the typing before it may be lost, in milliseconds. */
const ENDS = {
  /** The tab is closed without confirmation. */
  close: { times: 7, loss: 1_000 },
  /** The tab's process crashes. */
  crash: { times: 7, loss: 1_000 },
  /** The server is killed, and the tab is closed while it is down. */
  server: { times: 3, loss: 1_000 },
  /** The browser's storage is lost, so only the server's copy is left. */
  browser: { times: 3, loss: 2_000 },
} as const;
type End = keyof typeof ENDS;

function inRandomOrder(random: () => number): End[] {
  const all = (Object.keys(ENDS) as End[]).flatMap((end) =>
    Array.from({ length: ENDS[end].times }, () => end),
  );
  return all
    .map((end) => ({ end, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ end }) => end);
}

/** Types numbered words for a while. Returns the time at which each was in the page. */
async function typeFor(page: Page, time: number, from: number): Promise<Map<string, number>> {
  const typed = new Map<string, number>();
  const summary = field(page, "Sidebar Summary");
  await summary.focus();
  await summary.press("ControlOrMeta+End");
  // The last ending may have cut off a word: separates the next one from it.
  await page.keyboard.type(" ");
  for (const end = Date.now() + time; Date.now() < end; ) {
    const word = `w${from + typed.size}`;
    await page.keyboard.type(`${word} `);
    typed.set(word, Date.now());
  }
  return typed;
}

test("none of twenty sudden endings loses more than the last second of typing", async ({
  page,
  context,
  site,
  newVisitor,
  faults,
}) => {
  test.setTimeout(180_000);
  // While the server is down.
  faults.allow(/ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_NETWORK/);
  const random = randomOf(20_261_122);
  let now: { page: Page; context: BrowserContext } = { page, context };
  let known: string[] = [];
  await signInCookies(page);
  await open(page, "/admin/blog/new");

  for (const [round, end] of inRandomOrder(random).entries()) {
    const time = (end === "browser" ? 2_200 : 150) + random() * 450;
    const typed = await typeFor(now.page, time, round * 1_000);
    const killedAt = Date.now();
    if (end === "server") await site.kill();
    if (end === "crash") {
      const session = await now.context.newCDPSession(now.page);
      const isGone = now.page.waitForEvent("crash");
      session.send("Page.crash").catch(() => {});
      await isGone;
    }
    if (end === "browser") {
      await now.context.close();
      const fresh = await newVisitor();
      now = { page: fresh, context: fresh.context() };
      await signInCookies(now.page);
    } else {
      await now.page.close({ runBeforeUnload: false });
      if (end === "server") await site.start();
      now.page = await now.context.newPage();
    }

    await open(now.page, "/admin/blog/new");
    await offer(now.page).getByRole("button", { name: "Restore" }).click();
    const summary = field(now.page, "Sidebar Summary");
    // The draft has been read.
    await expect(summary).not.toHaveValue("");
    const words = (await summary.inputValue()).trim().split(/\s+/);
    const must = [...typed]
      .filter(([, at]) => at < killedAt - ENDS[end].loss)
      .map(([word]) => word);
    const missing = [...known, ...must].filter((word) => !words.includes(word));
    expect(missing, `round ${round}: ${end} after ${Math.round(time)} ms`).toEqual([]);
    known = words;
  }
});
