// Takes the screenshots for README.md from the demo, 1440 px wide, as WebP in docs/images.
// Usage: node scripts/pictures.mjs [BINARY]   (needs the packages of e2e and Chromium)
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { chromium } = createRequire(resolve("e2e/package.json"))("playwright-core");
const binary = resolve(process.argv[2] ?? "target/release/foundfirst");
const home = mkdtempSync(join(tmpdir(), "pictures-"));
const options = { cwd: home, env: { ...process.env, FOUNDFIRST_LISTEN: "127.0.0.1:0", FOUNDFIRST_DATA_DIR: home } };

/** Maximum size of a screenshot in bytes. */
const LIMIT = 150_000;
const PAGES = [
  { name: "home", path: "/" },
  { name: "article", path: "/blog/log-files" },
  { name: "editor", path: null },
];

/** Resolves to the address that a server prints once it is listening. */
const addressOf = (server) =>
  new Promise((found, failed) => {
    const read = (data) => {
      const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(data)?.[0];
      if (address) found(address);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });

/** Signs in as the demo's administrator and returns the path of the newest post's editor. */
async function editorOf(page, printed) {
  const [, email] = /e-?mail\s+(\S+)/.exec(printed);
  const [, password] = /password\s+(\S+)/.exec(printed);
  return page.evaluate(async (data) => {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/auth/sign-in", { method: "POST", headers, body: JSON.stringify({ ...data, transport: "cookie" }) });
    const { posts } = await (await fetch("/api/admin/posts?search=log+files")).json();
    return `/admin/blog/edit/${posts[0].id}`;
  }, { email, password });
}

/** Converts a PNG to WebP in Chromium. */
const toWebp = (page, png) =>
  page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1];
  }, `data:image/png;base64,${png.toString("base64")}`);

const printed = execFileSync(binary, ["demo"], { ...options, encoding: "utf8" });
const server = spawn(binary, ["serve"], options);
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const origin = await addressOf(server);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const blank = await browser.newPage();
  for (const { name, path } of PAGES) {
    await page.goto(origin + (path ?? (await editorOf(page, printed))), { waitUntil: "networkidle" });
    // The editor's text area is loaded after the page.
    if (path === null) {
      await page.getByRole("textbox", { name: "Main Content" }).waitFor();
      await page.locator("#main-content").evaluate((element) => element.scrollIntoView());
    }
    const bytes = Buffer.from(await toWebp(blank, await page.screenshot()), "base64");
    if (bytes.length > LIMIT) throw new Error(`${name}.webp has ${bytes.length} bytes`);
    writeFileSync(`docs/images/${name}.webp`, bytes);
    console.log(`docs/images/${name}.webp ${bytes.length}`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
