import type { Page } from "@playwright/test";
import { open, PUBLIC_PAGES } from "../../support/pages";
import { NEW_FONTS, Rebrand } from "../../support/rebrand";
import { expect, test } from "../../support/test";

test.describe.configure({ mode: "default" });

/** The replacement of the brand's green. */
const GREEN = "#1e0a2a";

let rebrand: Rebrand;
test.beforeAll(async () => {
  // The robot is drawn in software, which takes half a minute, and several where two other tests share two slow cores.
  test.setTimeout(480_000);
  rebrand = await Rebrand.build();
});
test.afterAll(() => rebrand.remove());

/** A colour in any CSS notation. */
const COLOUR =
  /(?:#|%23)[\da-f]{3,8}(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)/gi;

/** Returns a pattern for the ways in which a script may write a colour: as a number, and as channels up to 255 or 1. */
function numbers(hex: string): RegExp {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const share = channels.map((n) => (n / 255).toFixed(3).replace(/^0/, "0?")).join("[, ]+");
  return new RegExp(
    `\\b0x${hex.slice(1)}\\b|\\b${Number.parseInt(hex.slice(1), 16)}\\b|\\b${channels.join("[, ]+")}\\b|${share}`,
    "i",
  );
}

/** Returns CSS colours as opaque "#rrggbb", computed by the browser. */
function readColours(page: Page, literals: string[]): Promise<string[]> {
  return page.evaluate((literals) => {
    const element = document.body.appendChild(document.createElement("i"));
    const channel = (share: string) =>
      Math.round(Number(share) * 255)
        .toString(16)
        .padStart(2, "0");
    return literals.map((literal) => {
      element.style.color = "";
      element.style.color = `color(from ${literal} srgb r g b / 1)`;
      const shares = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(
        getComputedStyle(element).color,
      );
      return shares ? `#${shares.slice(1).map(channel).join("")}` : literal;
    });
  }, literals);
}

test("a build with other colours and fonts in tokens.css contains none of the old ones", async ({
  page,
}) => {
  const old = [...rebrand.colours.keys()];
  const texts = rebrand.texts();
  const left: string[] = [];
  const places = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const literal of new Set(text.match(COLOUR)))
      places.set(literal, [...(places.get(literal) ?? []), path]);
    if (path.endsWith(".js"))
      for (const colour of old) if (numbers(colour).test(text)) left.push(`${path}: ${colour}`);
    const [font] = /Bricolage|Instrument Sans/.exec(text) ?? [];
    if (font) left.push(`${path}: ${font}`);
  }
  const literals = [...places.keys()];
  const read = await readColours(
    page,
    literals.map((one) => one.replace("%23", "#")),
  );
  literals.forEach((literal, at) => {
    if (old.includes(read[at] ?? ""))
      left.push(...(places.get(literal) ?? []).map((path) => `${path}: ${literal}`));
  });
  expect(left).toEqual([]);
  // The right build is being tested, and each kind of file was read.
  expect(read).toEqual(expect.arrayContaining([GREEN, "#4feaff", "#120c15", "#f0f7f6"]));
  const all = texts.map(([, text]) => text).join("\n");
  for (const family of Object.values(NEW_FONTS)) expect(all).toContain(family);
  expect(new Set(texts.map(([path]) => path.replace(/.*\.|server\/page-styles/, "")))).toEqual(
    new Set(["css", "js", "svg", "json"]),
  );
});

/** Returns the number of pixels of each of some colours in an image. */
function countColours(page: Page, png: Buffer, colours: string[]): Promise<Record<string, number>> {
  const source = `data:image/png;base64,${png.toString("base64")}`;
  return page.evaluate(
    async ({ source, colours }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { width, height } = image;
      const drawing = new OffscreenCanvas(width, height).getContext("2d");
      drawing?.drawImage(image, 0, 0);
      const points = new Uint32Array(drawing?.getImageData(0, 0, width, height).data.buffer ?? []);
      // Pixels are read as 0xAABBGGRR.
      const swapped = (hex: string) =>
        Number.parseInt(`ff${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`, 16);
      const names = new Map(colours.map((colour) => [swapped(colour), colour]));
      const counts: Record<string, number> = {};
      for (const point of points) {
        const name = names.get(point);
        if (name) counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    },
    { source, colours },
  );
}

test("no public page shows an old colour or font", async ({ page, faults, newVisitor }) => {
  test.setTimeout(90_000);
  await rebrand.serve(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const counter = await newVisitor();
  const left: Record<string, unknown> = {};
  for (const { path, status = 200 } of PUBLIC_PAGES) {
    if (status !== 200) faults.allowStatus(status);
    await open(page, path);
    await page.waitForLoadState("networkidle");
    const png = await page.screenshot({ fullPage: true });
    const { [GREEN]: green = 0, ...old } = await countColours(counter, png, [
      ...rebrand.colours.keys(),
      GREEN,
    ]);
    expect(green, `points of ${path} in the new green`).toBeGreaterThan(1000);
    if (Object.keys(old).length > 0) left[path] = old;
    const families = await page.evaluate(() =>
      ["h1", "body"].map(
        (name) => getComputedStyle(document.querySelector(name) as Element).fontFamily,
      ),
    );
    expect(families, path).toEqual([NEW_FONTS.display, NEW_FONTS.sans]);
  }
  expect(left).toEqual({});
});
