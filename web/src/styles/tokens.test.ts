// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namedFaces } from "../../scripts/fonts.ts";
import { paint, readPalette } from "../../scripts/palette.ts";

const WEB = join(import.meta.dirname, "../..");
const TOKENS = "src/styles/tokens.css";
const tokens = readFileSync(join(WEB, TOKENS), "utf8");
const fonts = readFileSync(join(WEB, "src/styles/fonts.css"), "utf8");

const files = ["src", "public", "scripts"].flatMap((folder) =>
  readdirSync(join(WEB, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(css|tsx?|mjs|py|svg)$/.test(name))
    .filter((name) => !/\.test\.|\.generated\.|src\/generated|\/test-support\//.test(name))
    .filter((name) => name !== TOKENS),
);

/** Returns every match in the files with matching names, as "file: match". */
function found(pattern: RegExp, names: RegExp, without = (_: string) => false): string[] {
  return files
    .filter((name) => names.test(name))
    .flatMap((name) =>
      Array.from(readFileSync(join(WEB, name), "utf8").matchAll(pattern), ([match]) => match)
        .filter((match) => !without(match))
        .map((match) => `${name}: ${match}`),
    );
}

test("colours are defined in tokens.css only", () => {
  const colour =
    /(?<![\w&])(?:#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\da-z-])|0x[\da-f]{6}(?!\w)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\()/gi;
  // Masks only use opacity. White light is coloured by a texture, and the last number seeds the covers' random
  // generator.
  const exceptions = ["#000", "#0009", "#0002", "0xffffff", "0x6d2b79f5"];
  expect(found(colour, /./, (match) => exceptions.includes(match))).toEqual([]);
});

test("the server, the demo and the brand's file contain no colour either", () => {
  const root = join(WEB, "..");
  const sources = ["server/src", "server/demo", "crates"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((name) => /\.(rs|html|json|svg)$/.test(name) && !/tests(\.rs|\/)/.test(name))
    .concat("site.toml");
  // Skips colours in tests, which are not rendered, and numbers of issues and anchors.
  const text = (name: string) =>
    readFileSync(join(root, name), "utf8").split("#[cfg(test)]", 1)[0] ?? "";
  const channels = [...readPalette(tokens).values()].map((hex) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", "),
  );
  const colour = new RegExp(
    `(?<![\\w&/])#(?:[\\da-f]{6}|[\\da-f]{3})(?![\\w-])|\\b0x[\\da-f]{6}\\b|\\b(?:rgba?|hsla?|oklch)\\(|\\b(?:${channels.join("|")})\\b`,
    "gi",
  );
  const left = sources.flatMap((name) =>
    Array.from(text(name).matchAll(colour), ([match]) => `${name}: ${match}`),
  );
  // Background of the QR code for authenticator apps, which must be black on white.
  expect(left).toEqual(["server/src/accounts/totp.rs: #fff"]);
});

test("style sheets and components use roles, not the palette", () => {
  const palette = [...readPalette(tokens).keys()].join("|");
  expect(
    found(new RegExp(`--theme\\(|(?:--|-)(?:${palette})(?![\\w-])`, "g"), /^src.*\.(css|tsx?)$/),
  ).toEqual([]);
  expect(tokens.replace(/@theme reference inline \{[^}]*\}/, "")).not.toMatch(/#[\da-f]{3}/i);
});

test("radii come from the tokens", () => {
  expect(found(/border(?:-[a-z]+)*-radius:[^;]*\d(?:px|r?em)[^;]*/g, /\.css$/)).toEqual([]);
  expect(found(/borderRadius: "[^"]*\dpx/g, /\.tsx?$/)).toEqual([]);
  expect(found(/rounded(?:-[a-z]+)*-\[[^\]]*/g, /\.tsx?$/)).toEqual([]);
});

test("breakpoints come from the tokens", () => {
  expect(found(/@media[^{]*\bwidth\b[^{]*/g, /\.css$/)).toEqual([]);
  expect(found(/\b(?:min|max)-\[[^\]]*\]:/g, /\.tsx?$/)).toEqual([]);
  // Media queries in scripts and markup are literals: the widths of the tokens, or slightly less.
  const widths = Array.from(tokens.matchAll(/--breakpoint-\w+: ([\d.]+)rem/g), ([, rem]) =>
    Number(rem),
  );
  const known = widths.flatMap((rem) => [
    `(min-width: ${rem}rem)`,
    `(max-width: ${rem - 0.01}rem)`,
  ]);
  expect(
    found(/\((?:min|max)-width: [^)]*\)/g, /\.tsx?$/, (match) => known.includes(match)),
  ).toEqual([]);
});

test("spacing is in steps of the scale", () => {
  const inset =
    /(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)[a-z-]*: (?:-?(?:4|8|12|16|20|24|32|48|64|96)px\b ?)+;/g;
  expect(found(inset, /\.css$/)).toEqual([]);
});

test("a drawing gets the colours of the palette, and an unknown name is an error", () => {
  const palette = readPalette(
    "@theme reference inline {\n  --green-900: #0a2a1e; /* ground */\n}\n",
  );
  expect(paint('<path fill="var(--green-900)"/>', palette)).toBe('<path fill="#0a2a1e"/>');
  expect(() => paint('<path fill="var(--green-901)"/>', palette)).toThrow("--green-901");
  expect(() => readPalette(":root {}")).toThrow("no palette");
});

test("fonts that tokens.css does not name are omitted, and all others are there", () => {
  const face = (family: string) => `@font-face { font-family: "${family}"; src: url(a.woff2); }`;
  const sheet = `${face("Old")}${face("Old Narrow")}${face("New")}`;
  const left = namedFaces(sheet, '--font-display: "New", "Old Narrow", serif;');
  expect(left).toBe(`${face("Old Narrow")}${face("New")}`);
  expect(namedFaces(fonts, tokens)).toBe(fonts);
});

test("every letter of Latin-1 is in exactly one file of each family", () => {
  for (const file of ["bricolage", "instrument"]) {
    const ranges = fonts
      .split("@font-face")
      .filter((face) => face.includes(`/${file}`) && !face.includes("figures"))
      .flatMap((face) => Array.from(face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)))
      .map(([, first = "", last = first]) => [
        Number.parseInt(first, 16),
        Number.parseInt(last, 16),
      ]);
    const holders = (letter: number) =>
      ranges.filter(([first = 0, last = 0]) => first <= letter && letter <= last).length;
    // Soft hyphens and control characters have no glyphs.
    const letters = Array.from({ length: 0x17f }, (_, code) => code).filter(
      (code) => code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code !== 0xad,
    );
    expect(letters.filter((letter) => holders(letter) !== 1)).toEqual([]);
  }
});

test("a rule with declarations contains no nested rule, which would not be applied", () => {
  const holders: string[] = [];
  for (const name of files.filter((name) => name.endsWith(".css"))) {
    const css = readFileSync(join(WEB, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const open = [{ header: "@", declares: false, holds: false }];
    for (const [, text = "", mark] of css.matchAll(/([^{};]*)([{};])/g)) {
      const header = text.trim();
      const rule = open.at(-1);
      if (mark === ";" && rule) rule.declares ||= header.includes(":");
      if (mark === "{") {
        if (rule && !header.startsWith("@")) rule.holds = true;
        open.push({ header, declares: false, holds: false });
      }
      if (mark === "}") {
        const { header, declares, holds } = open.pop() ?? {
          header: "too many braces",
          declares: true,
          holds: true,
        };
        if (declares && holds && !header.startsWith("@")) holders.push(`${name}: ${header}`);
      }
    }
  }
  expect(holders).toEqual([]);
});

test("texts in article drawings are paths, so that they do not depend on fonts", () => {
  expect(found(/<text\b/g, /^public\/images\/articles\//)).toEqual([]);
});
