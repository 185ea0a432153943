/**
 * Draws the patterns behind the typographic blog covers: four for each category.
 *
 *     node scripts/make-covers.mjs [folder]
 *
 * Writes <folder>/<category-slug>-<1..4>.svg (default: public/covers), 1600 × 1000 units and without text: the page
 * lays the title over them. The same seed always draws the same cover, so the files change only when this file does.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SEEDS = [1, 2, 3, 4];
const INK = "var(--ink-900)";
const MARK = "var(--mark-500)";
const PAPER = "var(--paper-50)";

/** Returns a generator of random numbers from 0 to 1 for a 32-bit seed (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const round = (n) => String(Math.round(n));
const range = (n) => Array.from({ length: n }, (_, i) => i);
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));

function rect(x, y, width, height, attributes = "") {
  const extra = attributes ? ` ${attributes}` : "";
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${extra}/>`;
}

function circle(x, y, radius, attributes = "") {
  const extra = attributes ? ` ${attributes}` : "";
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"${extra}/>`;
}

const group = (attributes, content) => `<g ${attributes}>${content}</g>`;

/** A crawl tree with one root and seven leaves, and one branch highlighted. */
function crawlTree(random, variant) {
  const columns = [
    { x: 860, count: 1 },
    { x: 1080, count: 2 },
    { x: 1300, count: 4 },
    { x: 1520, count: 7 },
  ].map(({ x, count }) => ({ x, ys: range(count).map((i) => 90 + (i + 0.5) * (430 / count)) }));
  const parent = (level, i) =>
    Math.floor((i * columns[level - 1].ys.length) / columns[level].ys.length);
  // Walks from a leaf to the root, so that every step of the highlighted branch is a real edge.
  const lit = [0, 0, 0, (variant * 2 + Math.floor(random() * 2)) % 7];
  for (let level = 3; level > 0; level -= 1) lit[level - 1] = parent(level, lit[level]);

  let edges = "";
  let litEdges = "";
  let nodes = "";
  let litNodes = "";
  columns.forEach(({ x, ys }, level) => {
    ys.forEach((y, i) => {
      const found = lit[level] === i;
      if (level > 0) {
        const from = columns[level - 1];
        const edge = `<path d="M${from.x + 20} ${round(from.ys[parent(level, i)])}H${x - 110}V${round(y)}H${x - 20}"/>`;
        if (found) litEdges += edge;
        else edges += edge;
      }
      const node = rect(x - 22, y - 22, 44, 44, 'rx="6"');
      if (found) litNodes += node;
      else nodes += node;
    });
  });
  return (
    group('fill="none" stroke="var(--green-500)" stroke-width="4"', edges) +
    group(`fill="none" stroke="${MARK}" stroke-width="7"`, litEdges) +
    group('fill="var(--green-700)" stroke="var(--green-500)" stroke-width="4"', nodes) +
    group(`fill="${MARK}"`, litNodes)
  );
}

/** Forty days of ranking volatility, with one highlighted. */
function volatility(random) {
  const peak = 22 + Math.floor(random() * 10);
  let level = 0.4;
  const bars = range(40).map((i) => {
    level = clamp(level + (random() - 0.5) * 0.3, 0.1, 0.62);
    const height = 70 + level * 230 + Math.exp(-((i - peak) ** 2) / 6) * 250;
    return rect(i * 40 + 6, 0, 26, height, i === peak ? `fill="${MARK}"` : "");
  });
  return group('fill="var(--ink-700)"', bars.join(""));
}

/** A page of text with one line highlighted. */
function foundLine(random) {
  const hit = 3 + Math.floor(random() * 2);
  let words = "";
  let marked = "";
  range(8).forEach((i) => {
    const y = 64 + i * 62;
    let line = "";
    let x = 700;
    while (x < 1500) {
      const width = Math.min(40 + random() * 190, 1540 - x);
      line += rect(x, y, width, 28);
      x += width + 26;
    }
    if (i === hit)
      marked = rect(676, y - 16, x - 678, 60, `fill="${MARK}"`) + group(`fill="${INK}"`, line);
    else words += line;
  });
  return group('fill="var(--paper-300)"', words) + marked;
}

/** Pages that link to their neighbours; one is the hub. */
function linkGraph(random) {
  const nodes = range(11).map((i) => ({
    x: 700 + (i % 4) * 250 + (random() - 0.5) * 110,
    y: 110 + Math.floor(i / 4) * 185 + (random() - 0.5) * 80,
  }));
  let edges = "";
  nodes.forEach((a, i) => {
    nodes.slice(i + 1).forEach((b) => {
      if (Math.hypot(a.x - b.x, a.y - b.y) < 310)
        edges += `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
    });
  });
  const hub = nodes[5];
  const dots = nodes
    .filter((node) => node !== hub)
    .map((node) => circle(node.x, node.y, 16 + random() * 20));
  return (
    `<path d="${edges}" stroke="var(--green-600)" stroke-width="4"/>` +
    group('fill="var(--green-800)"', dots.join("")) +
    circle(hub.x, hub.y, 58, `fill="${MARK}" stroke="var(--green-950)" stroke-width="6"`)
  );
}

/** A street map with one place highlighted. */
function streets(random) {
  let blocks = "";
  let parks = "";
  for (let x = 560; x < 1900; x += 128) {
    for (let y = -260; y < 560; y += 104) {
      const kind = random();
      const block = rect(x, y, kind > 0.86 ? 242 : 112, 88, 'rx="8"');
      if (kind < 0.2) parks += block;
      else blocks += block;
    }
  }
  const pinX = 1120 + Math.floor(random() * 5) * 40;
  return (
    group(
      'transform="rotate(-14 1150 300)"',
      group('fill="var(--green-700)"', blocks) + group('fill="var(--green-500)"', parks),
    ) +
    `<path d="M${pinX} 120c-62 0-104 44-104 100 0 76 104 176 104 176s104-100 104-176c0-56-42-100-104-100Z" fill="${MARK}"/>` +
    circle(pinX, 222, 36, `fill="${INK}"`)
  );
}

/** Visits by day as stacked dots; one day is highlighted. */
function dotChart(random) {
  const pick = 9 + Math.floor(random() * 4);
  let dots = "";
  let picked = "";
  let height = 60;
  range(15).forEach((i) => {
    height = Math.min(520, height + 18 + (random() - 0.3) * 46);
    for (let y = 0; y < height; y += 40) {
      if (i === pick) picked += circle(640 + i * 64, 560 - y, 17);
      else dots += `M${640 + i * 64} ${560 - y}h0`;
    }
  });
  // Zero-length lines with round caps: a dot takes ten characters.
  return (
    `<path d="${dots}" stroke="${INK}" stroke-opacity=".3" stroke-width="22" stroke-linecap="round"/>` +
    group(`fill="${INK}"`, picked)
  );
}

/** A page of products with a chosen facet. */
function facetGrid(random) {
  const hit = 4 + Math.floor(random() * 4);
  const tile = (i) => {
    const x = 760 + (i % 4) * 208;
    const y = 66 + Math.floor(i / 4) * 176;
    const found = i === hit;
    const [panel, detail, product] = found
      ? [MARK, INK, INK]
      : [PAPER, "var(--paper-300)", "var(--paper-200)"];
    const edge = found ? ` stroke="${INK}" stroke-width="6"` : "";
    const lines = rect(x + 20, y + 104, 60 + random() * 80, 12) + rect(x + 20, y + 126, 46, 10);
    return (
      rect(x, y, 184, 152, `rx="14" fill="${panel}"${edge}`) +
      group(`fill="${detail}"`, lines) +
      circle(x + 92, y + 54, 30, `fill="${product}"`)
    );
  };
  return range(12).map(tile).join("");
}

/** Nested viewports, down to that of a phone. */
function viewports(random, variant) {
  const pick = 1 + variant;
  const lean = 12 + random() * 16;
  const frames = range(7).map((i) => {
    const width = 860 - i * 112;
    const height = (1080 - i * 108) * 0.72;
    const plain = i % 2 ? "var(--green-300)" : "var(--drawing-frame)";
    const fill = i === pick ? MARK : plain;
    return rect(
      1180 - width / 2 + i * lean,
      -220 + i * 46,
      width,
      height,
      `rx="${84 - i * 9}" fill="${fill}"`,
    );
  });
  return group('stroke="var(--green-800)" stroke-width="4"', frames.join(""));
}

const CATEGORIES = [
  { slug: "technical-seo", ground: "var(--green-900)", draw: crawlTree },
  { slug: "algorithm-updates", ground: INK, draw: volatility },
  { slug: "content-strategy", ground: "var(--paper-100)", draw: foundLine },
  { slug: "link-building", ground: "var(--green-200)", draw: linkGraph },
  { slug: "local-seo", ground: "var(--green-600)", draw: streets },
  { slug: "analytics-data", ground: MARK, draw: dotChart },
  { slug: "e-commerce-seo", ground: "var(--paper-200)", draw: facetGrid },
  { slug: "mobile-seo", ground: "var(--green-300)", draw: viewports },
];

const folder = process.argv[2] ?? fileURLToPath(new URL("../public/covers", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const { slug, ground, draw } of CATEGORIES) {
  for (const seed of SEEDS) {
    const pattern = draw(generator(seed * 7919), seed);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000"><path fill="${ground}" d="M0 0h1600v1000H0z"/>${pattern}</svg>\n`;
    writeFileSync(`${folder}/${slug}-${seed}.svg`, svg);
  }
}
