// @vitest-environment node
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../..");
const COLOURS = {
  "#0a2a1e": "#1b0a2a",
  "#eaff4f": "#4fd2ff",
  "#0c1512": "#150c12",
  "#f7f6f0": "#f0f4f7",
};
const FONTS = {
  "Bricolage Grotesque Variable": "New Display",
  "Instrument Sans Variable": "New Text",
};

/** Replaces each key by its value. */
const replaced = (text: string, pairs: Record<string, string>) =>
  Object.entries(pairs).reduce((out, [old, now]) => out.replaceAll(old, now), text);

/** The ways in which a colour could be written: hex, also short and as a number, and channels from 0 to 255 or to 1. */
function spellings(hex: string): RegExp {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const decimal = channels.join("[, ]+");
  const share = channels.map((n) => (n / 255).toFixed(3).replace(/^0/, "0?")).join("[, ]+");
  return new RegExp(
    `(?:#|0x|%23)${hex.slice(1)}|\\b${Number.parseInt(hex.slice(1), 16)}\\b|${decimal}|${share}`,
    "i",
  );
}

test("a build with other colours in tokens.css and fonts in fonts.css has none of the old ones", {
  timeout: 120_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), "rebrand-"));
  try {
    for (const name of [
      "src",
      "public",
      "scripts",
      "package.json",
      "tsconfig.json",
      "vite.config.ts",
    ])
      await cp(join(WEB, name), join(home, name), { recursive: true });
    await symlink(join(WEB, "node_modules"), join(home, "node_modules"));
    for (const name of ["tokens.css", "fonts.css"]) {
      const sheet = join(home, "src/styles", name);
      await writeFile(sheet, replaced(await readFile(sheet, "utf8"), { ...COLOURS, ...FONTS }));
    }
    await promisify(execFile)(
      process.execPath,
      [join(WEB, "node_modules/vite/bin/vite.js"), "build"],
      {
        cwd: home,
        env: { ...process.env, NODE_ENV: "production", VITEST: undefined },
      },
    );

    const dist = join(home, "dist/client");
    const names = await readdir(dist, { recursive: true });
    const texts = names.filter((name) => /\.(css|js|svg|json)$/.test(name));
    const old = [
      ...Object.keys(COLOURS).map(spellings),
      ...Object.keys(FONTS).map((font) => new RegExp(font)),
    ];
    const left: string[] = [];
    let all = "";
    for (const name of texts) {
      const text = await readFile(join(dist, name), "utf8");
      all += text;
      for (const pattern of old) if (pattern.test(text)) left.push(`${name}: ${pattern}`);
    }
    expect(left).toEqual([]);
    for (const now of [...Object.values(COLOURS), ...Object.values(FONTS)])
      expect(all).toContain(now);
    expect(new Set(texts.map((name) => name.split(".").pop()))).toEqual(
      new Set(["css", "js", "svg", "json"]),
    );
  } finally {
    await rm(home, { recursive: true });
  }
});
