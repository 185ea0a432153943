// A bundle as the pool expects one, with a page for everything that can go wrong.

const kept = [];
let timersRun = 0;
let pending;
/** The page whose head was made last. */
let latest;

const deep = (n) => 1 + deep(n + 1);

const bodies = {
  echo: (page) => JSON.stringify(page.value),
  globals: (page) => page.names.filter((name) => name in globalThis).join(" "),
  after_its_head: () => latest,
  ok: (page) => `<main>${page.text ?? "hello"}</main>`,
  throws: () => {
    throw new TypeError("no such thing");
  },
  throws_text: () => {
    throw "just text";
  },
  rejects: async () => {
    await null;
    throw new RangeError("later");
  },
  loops: () => {
    for (;;);
  },
  loops_in_jobs: async () => {
    for (;;) await null;
  },
  loops_in_timers: () =>
    new Promise(() => {
      const again = () => setTimeout(again, 1);
      again();
    }),
  loops_after_its_answer: () => {
    const again = () => Promise.resolve().then(again);
    again();
    return "early";
  },
  regex: () => String(/^(a+)+$/.test(`${"a".repeat(40)}b`)),
  hungry: () => {
    const all = [];
    for (;;) all.push(new Array(10_000).fill(all.length));
  },
  hungry_buffers: () => {
    const all = [];
    for (;;) all.push(new Uint8Array(100_000));
  },
  hungry_text: () => {
    let text = "x";
    for (;;) text += text + text.toUpperCase();
  },
  hungry_promises: () => {
    const all = [];
    for (;;) all.push(Promise.resolve(all.length).then((n) => ({ n })));
  },
  hungry_and_caught: () => {
    const all = [];
    try {
      for (;;) all.push({ all, n: all.length, text: `${all.length}` });
    } catch {
      return "survived";
    }
  },
  deep: () => String(deep(0)),
  never: () => new Promise(() => {}),
  not_text: () => new Uint8Array([0x3c, 0x3e]),
  lone_surrogate: () => `<p>${"🦊".slice(0, 1)}</p>`,
  // One search of the engine's own, which compares a thousand million characters without asking the interrupt handler.
  native: () => String("a".repeat(1_000_000).indexOf(`${"a".repeat(1_000)}b`)),
  leaks: () => {
    kept.push("x".repeat(200_000) + kept.length);
    return "leaked";
  },
  timers_in_order: async () => {
    const order = [];
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
      setTimeout((name) => order.push(name), 20, "b");
      const cleared = setTimeout(() => order.push("never"), 15);
      setTimeout(() => order.push("a"), 10);
      setTimeout(() => order.push("c"), 20);
      clearTimeout(cleared);
    });
    return order.join("");
  },
  leaves_a_timer: () => {
    setTimeout(() => timersRun++, 0);
    return "left";
  },
  counts_timers: async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return String(timersRun);
  },
  wide: () => "a→東京🦊ü".repeat(400),
  logs: () => {
    console.error("seen", { a: 1 }, new Error("inner"), undefined, null, 3n);
    return "logged";
  },
  keeps_a_promise: async () => {
    pending ??= new Promise(() => {});
    pending.then(() => {});
    return "kept";
  },
};

export function head(pageJson) {
  const page = JSON.parse(pageJson);
  latest = pageJson;
  if (page.head === "waits") return Promise.resolve(JSON.stringify("waited"));
  if (page.head === "is_no_text") return { title: page.text };
  if (page.head === "throws") throw new Error("no head");
  if (page.head === "loops") for (;;);
  return JSON.stringify({ title: page.text ?? page.component });
}

export function render(pageJson) {
  const page = JSON.parse(pageJson);
  return bodies[page.component](page);
}
