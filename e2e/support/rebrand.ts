import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page, Route } from "@playwright/test";
import { readPalette } from "../../web/scripts/palette";

const WEB = resolve(import.meta.dirname, "../../web");
const STILLS = resolve(import.meta.dirname, "../../scripts/stills.mjs");
const SOURCES = ["src", "public", "scripts", "package.json", "tsconfig.json", "vite.config.ts"];
const TOKENS = "src/styles/tokens.css";
/** Files that may contain a colour or a font. */
const TEXTS = /\.(?:css|js|svg|json)$/;

/** The new font family of each token. */
export const NEW_FONTS: Record<string, string> = {
  display: "Georgia",
  figures: "Georgia",
  sans: "Verdana",
};

/**
 * Returns another colour, with the channels permuted. Greys would be unchanged, but black and grey occur everywhere.
 */
const permuted = (hex: string) => `#${hex.slice(5, 7)}${hex.slice(1, 3)}${hex.slice(3, 5)}`;

/** A build of the front end with other colours and fonts in tokens.css, and stills drawn with them. */
export class Rebrand {
  private constructor(
    private readonly home: string,
    /** Each colour of the palette with its replacement. */
    readonly colours: Map<string, string>,
  ) {}

  static async build(): Promise<Rebrand> {
    const home = mkdtempSync(join(tmpdir(), "foundfirst-rebrand-"));
    for (const name of SOURCES) cpSync(join(WEB, name), join(home, name), { recursive: true });
    symlinkSync(join(WEB, "node_modules"), join(home, "node_modules"));
    let tokens = readFileSync(join(home, TOKENS), "utf8");
    const colours = new Map<string, string>();
    for (const colour of readPalette(tokens).values())
      if (colour.length === 7 && permuted(colour) !== colour) colours.set(colour, permuted(colour));
    tokens = tokens.replace(/#[\da-f]{6}\b/g, (colour) => colours.get(colour) ?? colour);
    for (const [token, family] of Object.entries(NEW_FONTS))
      tokens = tokens.replace(new RegExp(`--font-${token}:[^;]*;`), `--font-${token}: ${family};`);
    writeFileSync(join(home, TOKENS), tokens);
    const vite = join(WEB, "node_modules/vite/bin/vite.js");
    const options = { cwd: home, env: { ...process.env, NODE_ENV: "production" } };
    const run = (...args: string[]) => promisify(execFile)(process.execPath, args, options);
    await run(STILLS, home);
    await run(vite, "build");
    await run(vite, "build", "--ssr", "src/entry-server.tsx");
    return new Rebrand(home, colours);
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }

  /**
   * Returns path and content of the built text files: style sheets, scripts, drawings, styles of documents, the
   * server's bundle.
   */
  texts(): [path: string, text: string][] {
    const dist = join(this.home, "dist");
    return readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((name) => TEXTS.test(name))
      .map((name) => [name, readFileSync(join(dist, name), "utf8")]);
  }

  /** Serves this build to a page in place of the server's. */
  async serve(page: Page): Promise<void> {
    const client = join(this.home, "dist/client");
    const files = new Set(readdirSync(client, { recursive: true, encoding: "utf8" }));
    /** Built files by name without hash. */
    const named = new Map([...files].map((name) => [withoutHash(name), name]));
    const styles = JSON.parse(
      readFileSync(join(this.home, "dist/server/page-styles.json"), "utf8"),
    ) as Record<string, string>;
    const built = (text: string) =>
      text.replace(/assets\/[\w.-]+/g, (name) => named.get(withoutHash(name)) ?? name);
    await page.route("**/*", async (route: Route) => {
      const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      if (files.has(name)) return route.fulfill({ path: join(client, name) });
      if (route.request().resourceType() !== "document") return route.continue();
      const response = await route.fetch();
      const html = await response.text();
      const style = styles[/"component":"([^"]+)"/.exec(html)?.[1] ?? ""] ?? "";
      const digest = createHash("sha256").update(style).digest("base64");
      const { "content-security-policy": policy = "", ...headers } = response.headers();
      return route.fulfill({
        response,
        headers: {
          ...headers,
          "content-security-policy": policy.replace(/(?<=style-src[^;]*'sha256-)[^']+/, digest),
        },
        body: built(html)
          .replace(/(?<=<style>).*?(?=<\/style>)/s, () => style)
          // Fonts that the tokens no longer name are not built.
          .replace(/<link rel="preload"[^>]*\.woff2"[^>]*>/g, ""),
      });
    });
  }
}

/** "assets/base-D9ZD4Tm_.js" → "assets/base.js". */
const withoutHash = (name: string) => name.replace(/-[\w-]{8}(\.\w+)$/, "$1");
