// The cost of a key in the editor with a long article.

import { Browser } from "../lib/browser.mjs";
import { Site, copyOf } from "../lib/site.mjs";
import { median, percentile } from "../lib/statistics.mjs";

const WORDS = 10_000;
const WORDS_A_PARAGRAPH = 50;
/** Pause between two keys of a fast typist, in milliseconds. */
const PAUSE = 80;
/** Final wait in milliseconds, until the form has the text and the draft is stored. */
const REST = 2500;
/** Limit for the median cost of a key, in milliseconds: half a frame at 60 Hz. */
const MOST = 8;
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Moves the cursor to the middle of a long text. */
const inText = (text, line) => `(() => {
  document.querySelector("${text}").focus();
  const lines = document.querySelectorAll("${line}");
  const middle = lines[Math.floor(lines.length / 2)];
  middle.scrollIntoView({ block: "center", behavior: "instant" });
  getSelection().collapse(middle.firstChild, 1);
})()`;
const inField = (name) => `document.querySelector('.editor [name="${name}"]').focus()`;
/** Presses the button whose label starts with `words`. */
const press = (words) =>
  `[...document.querySelectorAll(".editor button")].find((one) => one.textContent.startsWith("${words}")).click()`;
/** All panels beside the text: how each is opened, and what shows that it is open. */
const PANELS = [
  [press("Show search check"), ".search-check li"],
  [press("Show history"), ".history li"],
  [press("View version"), ".history-version"],
  [
    `for (const fold of document.querySelectorAll(".editor details")) fold.open = true`,
    ".editor",
  ],
];

/** Where to type: how to get there, and how to place the cursor. */
const PLACES = [
  { name: "title", place: "the title", focus: inField("title") },
  { name: "summary", place: "the summary", focus: inField("summary") },
  { name: "visual", place: "visual mode", focus: inText(".visual-text", ".visual-text > p") },
  {
    name: "HTML",
    place: "HTML mode",
    mode: "HTML",
    shows: ".cm-content",
    focus: inText(".cm-content", ".cm-line"),
  },
];

/** Returns an article of ten thousand words, with headings, lists and links. */
function article() {
  const paragraph = `<p>${"Words of a long article. ".repeat(WORDS_A_PARAGRAPH / 5).trim()} <a href="/seo">Linked</a>, <strong>bold</strong>.</p>`;
  const blocks = Array.from({ length: WORDS / WORDS_A_PARAGRAPH }, (_, at) =>
    at % 10 === 0 ? `<h2>Part ${at}</h2><ul><li>One</li><li>Two</li></ul>${paragraph}` : paragraph,
  );
  return blocks.join("\n");
}

/**
 * Returns the main thread's CPU milliseconds for each key: all of its tasks until the next key. CPU time, which is not
 * affected by other programs.
 */
function costs(events) {
  const isKey = ({ name, args }) => name === "EventDispatch" && args?.data?.type === "keydown";
  const keys = events.filter(isKey).sort((a, b) => a.ts - b.ts);
  const [{ pid, tid }] = keys;
  const tasks = events.filter(
    (event) =>
      event.ph === "X" && event.name.endsWith("RunTask") && event.pid === pid && event.tid === tid,
  );
  // A task may be recorded under two names, one within the other.
  const outer = tasks
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter(
      (task, at, all) =>
        !all.slice(Math.max(0, at - 3), at).some((one) => one.ts + one.dur >= task.ts + task.dur),
    );
  const after = (ts) => keys.findLastIndex((key) => key.ts <= ts);
  const spent = keys.map(() => 0);
  for (const { ts, dur, tdur = 0 } of outer) {
    const key = after(ts + dur);
    if (key >= 0) spent[key] += tdur / 1000;
  }
  return { spent, longest: Math.max(...outer.map(({ tdur = 0 }) => tdur / 1000)) };
}

/**
 * Types into a post of ten thousand words, in two fields and in both editing modes, with all panels open, then into the
 * same text without the editor: what Chromium itself needs. Measured with Chromium's trace events.
 */
export async function measureTyping({ keys }) {
  const site = await Site.start(await copyOf(200), { pinned: false });
  const token = await site.signIn();
  const text = { title: "Ten thousand words", slug: "ten-thousand-words", content: article() };
  const { value: first } = await site.client.call("POST", "/api/admin/posts", text, token);
  // Creates another version, for the history to compare with.
  const { value: post } = await site.client.call(
    "PUT",
    `/api/admin/posts/${first.id}`,
    { ...text, content: text.content.replaceAll("Linked", "A link"), version: first.version },
    token,
  );
  const browser = Browser.start();
  const rows = [];
  for (const { name, place, mode, shows, focus } of PLACES) {
    const page = await browser.open(
      `${site.origin}/admin/blog/edit/${post.id}`,
      await site.cookies(),
    );
    // Starting the editor must not count as a cost of keys in a field.
    await page.until(`document.querySelector(".visual-text[contenteditable=true]")`);
    if (mode) {
      await page.evaluate(press(mode));
      await page.until(`document.querySelector("${shows}")`);
    }
    for (const [open, shown] of PANELS) {
      await page.evaluate(open);
      await page.until(`document.querySelector("${shown}")`);
    }
    await page.evaluate(focus);
    const { spent, longest } = await typed(browser, page, keys);
    const group = `Typing in 10,000 words, ${place}`;
    const row = (id, title, value, most) => ({
      id: `typing-${name}-${id}`,
      group,
      name: title,
      unit: "ms",
      value,
      target: most === undefined ? undefined : { most },
    });
    rows.push(
      {
        ...row("key", "a key, all work of the main thread, median", median(spent), MOST),
        samples: spent,
      },
      row("slow", "a key, 95th percentile", percentile(spent, 0.95)),
      row("longest", "the longest task, the text's way into the form included", longest),
    );
  }
  const bare = median((await typed(browser, await bareText(browser), keys)).spent);
  const group = "Typing in 10,000 words, compared with an editable element without any script";
  rows.push(
    { id: "typing-bare-key", group, name: "a key in that element, median", unit: "ms", value: bare },
    {
      id: "typing-bare-ratio",
      group,
      name: "a key in visual mode, as a multiple of it",
      unit: "×",
      value: rows.find(({ id }) => id === "typing-visual-key").value / bare,
    },
  );
  await browser.stop();
  await site.stop();
  return rows;
}

/** Returns a page that contains only the article in an editable element, with the cursor in its middle. */
async function bareText(browser) {
  const page = await browser.open("about:blank");
  await page.until("document.body");
  await page.evaluate(`document.body.innerHTML =
    '<div id="text" contenteditable style="white-space: break-spaces">' + ${JSON.stringify(article())} + "</div>"`);
  await page.evaluate(inText("#text", "#text > p"));
  return page;
}

/** Types where the cursor is. Returns the main thread's milliseconds for each key, and its longest task. */
async function typed(browser, page, keys) {
  // The first keys run code that has not been compiled yet.
  for (let count = 0; count < 10; count += 1) await type(page);
  await rest();
  const events = await browser.trace(CATEGORIES, async () => {
    for (let count = 0; count < keys; count += 1) await type(page);
    await rest();
  });
  const { spent, longest } = costs(events);
  if (spent.length !== keys) throw new Error(`${keys} keys pressed, ${spent.length} traced`);
  return { spent, longest };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST));

async function type(page) {
  await page.press("x");
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
