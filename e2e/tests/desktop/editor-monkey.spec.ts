import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type HTMLElement as Element, parse } from "node-html-parser";
import { BLOCKS, INLINE } from "../../../web/src/generated/allowed-elements";
import { AdminApi, signInCookies } from "../../support/admin";
import { offer } from "../../support/drafts";
import { mode, paste, showHtml, text, tool } from "../../support/editor";
import { open } from "../../support/pages";
import { randomOf } from "../../support/random";
import { expect, test } from "../../support/test";

const STEPS = 60;
/** The same in every run. Set MONKEY_SEED to try another. */
const SEED = Number(process.env.MONKEY_SEED ?? 471_497);

const fixture = (name: string): string =>
  readFileSync(
    new URL(
      `../../../web/src/features/admin/post-editor/visual/fixtures/${name}.txt`,
      import.meta.url,
    ),
    "utf8",
  );

test.use({ data: "own" });

/** Returns the numbered words of a text, in order. */
const numbered = (words: string): string[] => words.match(/w\d+x/g) ?? [];
const written = async (page: Page): Promise<string[]> =>
  numbered((await text(page).textContent()) ?? "");

/** Moves the cursor to the end of a block. */
async function goSomewhere(page: Page, share: number): Promise<void> {
  await text(page).evaluate((element, at) => {
    const blocks = [...element.querySelectorAll("p, h1, h2, h3, h4, h5, h6, pre code")].filter(
      (block) => !block.closest("[contenteditable=false]"),
    );
    const block = blocks[Math.floor(at * blocks.length)];
    if (!block) return;
    element.focus();
    getSelection()?.selectAllChildren(block);
    getSelection()?.collapseToEnd();
  }, share);
}

/** Returns elements and attributes of a saved post that are not allowed. */
function strangers(html: string): string[] {
  const allowed: Record<string, readonly string[]> = { ...INLINE, ...BLOCKS };
  return parse(html)
    .querySelectorAll("*")
    .flatMap((element: Element) => {
      const name = element.rawTagName.toLowerCase();
      const attributes = Object.keys(element.attributes);
      if (!(name in allowed)) return [name];
      return attributes
        .filter((key) => !allowed[name]?.includes(key))
        .map((key) => `${name} ${key}`);
    });
}

test("no word of a text is lost, whatever is done to it", async ({
  page,
  context,
  site,
  faults,
}) => {
  test.setTimeout(90_000);
  // Pasted content from Word refers to local files, and the connection is interrupted on purpose.
  faults.allow(/Not allowed to load local resource/, /ERR_INTERNET_DISCONNECTED/);
  page.on("dialog", (dialog) => void dialog.accept());
  const random = randomOf(SEED);
  const trail: string[] = [];
  let count = 0;
  let isOnline = true;
  /** The words that must not be lost. */
  let known: string[] = [];

  await signInCookies(page);
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Monkey", slug: "monkey", content: "<p>Start</p>" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  const bar = page.getByRole("search", { name: "Find and replace" });
  // Loaded before the connection is interrupted.
  const openBar = async () => {
    await text(page).focus();
    await page.keyboard.press("ControlOrMeta+f");
    await expect(bar).toBeVisible();
  };
  await openBar();
  await page.keyboard.press("Escape");

  const type = async () => {
    await goSomewhere(page, random());
    const word = `w${count}x`;
    count += 1;
    await page.keyboard.type(` ${word}`);
    known.push(word);
  };
  const format = async () => {
    const names = ["Header 2", "Header 3", "Bold", "Italic", "Bullet list", "Ordered list"];
    const all = [...names, "Blockquote", "Code block", "Table", "Line", "Clean"];
    await goSomewhere(page, random());
    await tool(page, all[Math.floor(random() * all.length)] ?? "Bold").click();
  };
  const slash = async () => {
    await goSomewhere(page, random());
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type(
      ["/h2", "/quote", "/code", "/page", "/hr"][Math.floor(random() * 5)] ?? "/",
    );
    await page.keyboard.press("Enter");
    await type();
  };
  const undo = async () => {
    await text(page).focus();
    const before = await written(page);
    const times = 1 + Math.floor(random() * 3);
    let undone = 0;
    for (let time = 0; time < times; time += 1) {
      const now = await text(page).innerHTML();
      await page.keyboard.press("ControlOrMeta+z");
      if ((await text(page).innerHTML()) !== now) undone += 1;
    }
    if (random() < 0.3) {
      // Undone words are not lost.
      known = await written(page);
      return;
    }
    // Redoes these steps only: steps that were undone before stay undone.
    for (let time = 0; time < undone; time += 1) await page.keyboard.press("ControlOrMeta+Shift+z");
    expect(await written(page), "redone").toEqual(before);
  };
  const replace = async () => {
    const [word] = known;
    if (!word) return;
    await openBar();
    await bar.getByRole("textbox", { name: "Find" }).fill(word);
    await bar.getByRole("textbox", { name: "Replace with" }).fill(`w${count}x`);
    await bar.getByRole("button", { name: "Replace all" }).click();
    await page.keyboard.press("Escape");
    known = [...known.slice(1), `w${count}x`];
    count += 1;
  };
  const modes = async () => {
    if (!isOnline) return;
    const before = await written(page);
    await showHtml(page);
    await mode(page, "Visual").click();
    await expect(tool(page, "Bold")).toBeEnabled();
    expect(await written(page), "after HTML mode").toEqual(before);
  };
  const reload = async () => {
    if (!isOnline) return;
    const before = await written(page);
    await page.reload();
    await expect(tool(page, "Bold")).toBeEnabled();
    if (before.length > 0) await offer(page).getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => written(page), "after a reload").toEqual(before);
    await openBar();
    await page.keyboard.press("Escape");
  };
  const connection = async () => {
    isOnline = !isOnline;
    await context.setOffline(!isOnline);
  };
  const clipboard = (name: string) => async () => {
    await goSomewhere(page, random());
    await paste(page, fixture(name));
  };
  const ACTS: [act: () => Promise<void>, weight: number, name: string][] = [
    [type, 20, "type"],
    [format, 12, "format"],
    [slash, 6, "slash"],
    [undo, 8, "undo"],
    [clipboard("word"), 3, "Word"],
    [clipboard("google-docs"), 3, "Google Docs"],
    [replace, 3, "replace"],
    [modes, 3, "modes"],
    [reload, 2, "reload"],
    [connection, 4, "connection"],
  ];
  const choices = ACTS.flatMap(([act, weight, name]) =>
    Array<typeof act>(weight)
      .fill(act)
      .map((one) => ({ act: one, name })),
  );

  for (let step = 0; step < STEPS; step += 1) {
    const { act = type, name = "type" } = choices[Math.floor(random() * choices.length)] ?? {};
    trail.push(name);
    const told = `MONKEY_SEED=${SEED}: ${trail.join(", ")}`;
    await test.step(told, act);
    const now = await written(page);
    expect(
      known.filter((word) => !now.includes(word)),
      told,
    ).toEqual([]);
  }

  await context.setOffline(false);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
  const answer = await api.send("GET", `/api/admin/posts/${post.id}`);
  const { content } = (await answer.json()) as { content: string };
  expect(numbered(parse(content).textContent).sort(), `MONKEY_SEED=${SEED}`).toEqual(
    (await written(page)).sort(),
  );
  expect(strangers(content), `MONKEY_SEED=${SEED}`).toEqual([]);
});
