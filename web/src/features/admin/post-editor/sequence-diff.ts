/** A range that is the same in both sequences, or what each has in place of the other's. */
export interface Stretch {
  isSame: boolean;
  /** Start and end (exclusive) in each sequence. */
  a: readonly [number, number];
  b: readonly [number, number];
}

type Pair = readonly [number, number];

/** The most insertions and deletions between two anchors; with more, the whole range counts as different. */
const MOST_CHANGES = 600;

/**
 * Compares two sequences. Items that occur once in each are matched first, as in patience diff, and the rest between
 * them by Myers' algorithm with a limit, so that the time stays bounded however different the sequences are.
 */
export function diffSequences(a: readonly string[], b: readonly string[]): Stretch[] {
  const pairs: Pair[] = [];
  between(a, b, [0, a.length], [0, b.length], pairs);
  return stretchesOf(pairs, a.length, b.length);
}

function stretchesOf(pairs: readonly Pair[], aEnd: number, bEnd: number): Stretch[] {
  const found: Stretch[] = [];
  let [i, j] = [0, 0];
  const skip = (toA: number, toB: number) => {
    if (toA > i || toB > j) found.push({ isSame: false, a: [i, toA], b: [j, toB] });
  };
  for (const [x, y] of pairs) {
    const last = found.at(-1);
    skip(x, y);
    const grows = last?.isSame && x === i && y === j;
    if (grows) found[found.length - 1] = { ...last, a: [last.a[0], x + 1], b: [last.b[0], y + 1] };
    else found.push({ isSame: true, a: [x, x + 1], b: [y, y + 1] });
    [i, j] = [x + 1, y + 1];
  }
  skip(aEnd, bEnd);
  return found;
}

/** Appends the pairs of equal items in two ranges, in order. */
function between(
  a: readonly string[],
  b: readonly string[],
  [aFrom, aTo]: Pair,
  [bFrom, bTo]: Pair,
  pairs: Pair[],
): void {
  let [i, j, iEnd, jEnd] = [aFrom, bFrom, aTo, bTo];
  while (i < iEnd && j < jEnd && a[i] === b[j]) pairs.push([i++, j++]);
  const tail: Pair[] = [];
  while (i < iEnd && j < jEnd && a[iEnd - 1] === b[jEnd - 1]) tail.push([--iEnd, --jEnd]);
  if (i < iEnd && j < jEnd) {
    const anchors = anchorsOf(a, b, [i, iEnd], [j, jEnd]);
    if (anchors.length === 0) pairs.push(...shortest(a, b, [i, iEnd], [j, jEnd]));
    for (const [x, y] of anchors) {
      between(a, b, [i, x], [j, y], pairs);
      pairs.push([x, y]);
      [i, j] = [x + 1, y + 1];
    }
    if (anchors.length > 0) between(a, b, [i, iEnd], [j, jEnd], pairs);
  }
  for (const pair of tail.reverse()) pairs.push(pair);
}

/** Returns the longest increasing run of the items that occur once in each range. */
function anchorsOf(a: readonly string[], b: readonly string[], inA: Pair, inB: Pair): Pair[] {
  const places = onceIn(b, inB);
  const unique = [...onceIn(a, inA)].flatMap(([item, x]) => {
    const y = places.get(item) ?? -1;
    return x >= 0 && y >= 0 ? [{ x, y, before: -1 }] : [];
  });
  // Patience sorting: the smallest end of an increasing run of each length.
  const ends: number[] = [];
  unique.forEach((item, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((unique[ends[middle] ?? 0]?.y ?? 0) < item.y) low = middle + 1;
      else high = middle;
    }
    item.before = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const run: Pair[] = [];
  for (let item = unique[ends.at(-1) ?? -1]; item; item = unique[item.before])
    run.push([item.x, item.y]);
  return run.reverse();
}

/** Returns the index of each item that occurs once; -1 for the others. */
function onceIn(items: readonly string[], [from, to]: Pair): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const item = items[at] ?? "";
    places.set(item, places.has(item) ? -1 : at);
  }
  return places;
}

/** Returns the pairs of equal items in two ranges by Myers' algorithm; none if the ranges differ too much. */
function shortest(
  a: readonly string[],
  b: readonly string[],
  [aFrom, aTo]: Pair,
  [bFrom, bTo]: Pair,
): Pair[] {
  const [n, m] = [aTo - aFrom, bTo - bFrom];
  const most = Math.min(n + m, MOST_CHANGES);
  const middle = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    history.push(reach.slice(middle - changes - 1, middle + changes + 2));
    for (let k = -changes; k <= changes; k += 2) {
      const down = reach[middle + k + 1] ?? 0;
      const right = (reach[middle + k - 1] ?? 0) + 1;
      let x = k === -changes || (k !== changes && right <= down) ? down : right;
      while (x < n && x - k < m && a[aFrom + x] === b[bFrom + x - k]) x += 1;
      reach[middle + k] = x;
      if (x >= n && x - k >= m) return walkBack(history, changes, [n, m], [aFrom, bFrom]);
    }
  }
  return [];
}

function walkBack(
  history: readonly Int32Array[],
  changes: number,
  [n, m]: Pair,
  [aFrom, bFrom]: Pair,
): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [n, m];
  for (let step = changes; step >= 0; step -= 1) {
    const reach = history[step];
    const at = (k: number) => reach?.[k + step + 1] ?? 0;
    const k = x - y;
    const isDown = k === -step || (k !== step && at(k - 1) + 1 <= at(k + 1));
    const fromX = step === 0 ? 0 : isDown ? at(k + 1) : at(k - 1);
    const fromY = step === 0 ? 0 : fromX - (isDown ? k + 1 : k - 1);
    const startX = step === 0 ? 0 : isDown ? fromX : fromX + 1;
    while (x > startX) {
      x -= 1;
      y -= 1;
      pairs.push([aFrom + x, bFrom + y]);
    }
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
