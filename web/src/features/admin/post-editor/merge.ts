import { FIELD_NAMES, FIELDS, type PostForm } from "./post-form";
import { diffSequences } from "./sequence-diff";

/** A field or blocks that both sides have changed, of which one is to be chosen. */
export interface Choice {
  /** Stable as long as the versions are. */
  id: string;
  field: keyof PostForm;
  /** "Heading", "Main Content, 2". */
  label: string;
  mine: PostForm[keyof PostForm];
  stored: PostForm[keyof PostForm];
}

type Segment = string | { choice: string; mine: string; stored: string };

/** A merge of two versions, with the choices that are left to the person. */
export interface Merge {
  /** Labels of the fields that only one side has changed, taken from there. */
  taken: string[];
  choices: Choice[];
  /** The merged content: blocks, and choices between blocks. */
  content: readonly Segment[];
  form: PostForm;
}

export type Chosen = Readonly<Record<string, "mine" | "stored">>;

/**
 * Performs a three-way merge. A field, or a block of the text, that only one version has changed is taken from there;
 * one that both have changed becomes a choice.
 * @param base the common ancestor; null if unknown, when every difference becomes a choice
 */
export function mergeVersions(base: PostForm | null, mine: PostForm, stored: PostForm): Merge {
  const taken: string[] = [];
  const choices: Choice[] = [];
  const form = { ...mine };
  for (const field of FIELD_NAMES) {
    if (field === "content" || isSame(mine[field], stored[field])) continue;
    const { label } = FIELDS[field];
    if (base && isSame(mine[field], base[field])) {
      Object.assign(form, { [field]: stored[field] });
      taken.push(label);
    } else if (base && isSame(stored[field], base[field])) continue;
    else choices.push({ id: field, field, label, mine: mine[field], stored: stored[field] });
  }
  const content = mergeContent(base?.content ?? null, mine.content, stored.content);
  const label = FIELDS.content.label;
  const asked = content.flatMap((segment) => (typeof segment === "string" ? [] : [segment]));
  asked.forEach(({ choice: id, ...sides }, index) => {
    const number = asked.length > 1 ? `, ${index + 1}` : "";
    choices.push({ id, field: "content", label: `${label}${number}`, ...sides });
  });
  const isTaken = content.some((segment) => typeof segment === "string") && asked.length === 0;
  if (isTaken && textOf(content, {}).trim() !== mine.content.trim()) taken.push(label);
  return { taken, choices, content, form };
}

/** Returns the merged post, or null while a choice is open. */
export function mergedForm({ form, choices, content }: Merge, chosen: Chosen): PostForm | null {
  if (choices.some(({ id }) => !chosen[id])) return null;
  const fields = choices
    .filter(({ field }) => field !== "content")
    .map(({ id, field, mine, stored }) => [field, chosen[id] === "mine" ? mine : stored]);
  return { ...form, ...Object.fromEntries(fields), content: textOf(content, chosen) };
}

const textOf = (content: readonly Segment[], chosen: Chosen): string =>
  content
    .map((segment) =>
      typeof segment === "string"
        ? segment
        : chosen[segment.choice] === "stored"
          ? segment.stored
          : segment.mine,
    )
    .join("");

const isSame = (one: PostForm[keyof PostForm], other: PostForm[keyof PostForm]): boolean =>
  JSON.stringify(one ?? "") === JSON.stringify(other ?? "");

function mergeContent(base: string | null, mine: string, stored: string): Segment[] {
  const [ours, theirs] = [blocksOf(mine), blocksOf(stored)];
  const keys = (blocks: readonly string[]) => blocks.map((block) => block.trim());
  if (base === null) {
    return diffSequences(keys(ours), keys(theirs)).map((stretch): Segment => {
      const own = ours.slice(...stretch.a).join("");
      if (stretch.isSame) return own;
      return {
        choice: `content-${stretch.a[0]}`,
        mine: own,
        stored: theirs.slice(...stretch.b).join(""),
      };
    });
  }
  const before = blocksOf(base);
  const [unchangedInOurs, unchangedInTheirs] = [
    unchangedBlocks(keys(before), keys(ours)),
    unchangedBlocks(keys(before), keys(theirs)),
  ];
  const merged: Segment[] = [];
  let [at, i, j] = [0, 0, 0];
  const put = (toBase: number, toMine: number, toStored: number) => {
    const [was, own, other] = [
      before.slice(at, toBase).join(""),
      ours.slice(i, toMine).join(""),
      theirs.slice(j, toStored).join(""),
    ];
    const same = (one: string, two: string) => one.trim() === two.trim();
    const length = toBase - at;
    const isInPlace = (_: string, step: number) =>
      (unchangedInOurs.get(at + step) ?? i + step) === i + step &&
      (unchangedInTheirs.get(at + step) ?? j + step) === j + step;
    const hasPairs = length > 1 && toMine - i === length && toStored - j === length;
    if (hasPairs && before.slice(at, toBase).every(isInPlace)) {
      // No block was added, removed or moved: each corresponds to the one at the same index.
      for (let step = 0; step < length; step += 1) {
        put(at + 1, i + 1, j + 1);
        [at, i, j] = [at + 1, i + 1, j + 1];
      }
      return;
    }
    if (own === "" && other === "") return;
    if (same(own, other) || same(other, was)) merged.push(own);
    else if (same(own, was)) merged.push(other);
    else merged.push({ choice: `content-${at}-${i}`, mine: own, stored: other });
  };
  before.forEach((_, place) => {
    const [here, there] = [unchangedInOurs.get(place), unchangedInTheirs.get(place)];
    if (here === undefined || there === undefined) return;
    put(place, here, there);
    merged.push(ours[here] ?? "");
    [at, i, j] = [place + 1, here + 1, there + 1];
  });
  put(before.length, ours.length, theirs.length);
  return merged;
}

/** Returns the index in `after` of each block of `before` that is unchanged. */
function unchangedBlocks(before: readonly string[], after: readonly string[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { isSame: stays, a, b } of diffSequences(before, after))
    if (stays)
      for (let step = 0; step < a[1] - a[0]; step += 1) places.set(a[0] + step, b[0] + step);
  return places;
}

const VOID = new Set(["br", "col", "hr", "img", "source", "wbr", "input", "track"]);
const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

/** Splits HTML into blocks, which join to the given text. HTML that is not well formed is a single block. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  const open: string[] = [];
  let from = 0;
  const end = (at: number) => {
    const space = /^\s*/.exec(html.slice(at))?.[0].length ?? 0;
    blocks.push(html.slice(from, at + space));
    from = at + space;
  };
  for (const found of html.matchAll(TAG)) {
    const [token, closing, tag] = found;
    const after = found.index + token.length;
    const name = tag?.toLowerCase();
    if (name !== undefined && !VOID.has(name)) {
      if (!closing) open.push(name);
      else if (open.pop() !== name) return [html];
    }
    const isInText = name !== undefined && INLINE.has(name);
    if (open.length === 0 && !isInText) end(after);
  }
  if (open.length > 0) return [html];
  if (from < html.length) blocks.push(html.slice(from));
  return blocks;
}

/** Elements allowed in loose text between blocks. */
const INLINE = new Set(
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);
