// A bundle as the pool expects one, with a page for everything that can go wrong.

const encoder = new TextEncoder();
const kept = [];
let timersRun = 0;
let pending;

async function collect(stream) {
  const reader = stream.getReader();
  const parts = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const deep = (n) => 1 + deep(n + 1);

const bodies = {
  ok: (page) => encoder.encode(`<main>${page.text ?? "hello"}</main>`),
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
    return encoder.encode("early");
  },
  regex: () => encoder.encode(String(/^(a+)+$/.test(`${"a".repeat(40)}b`))),
  hungry: () => {
    const all = [];
    for (;;) all.push(new Array(10_000).fill(all.length));
  },
  hungry_buffers: () => {
    const all = [];
    for (;;) all.push(encoder.encode("x".repeat(100_000)));
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
      return encoder.encode("survived");
    }
  },
  deep: () => encoder.encode(String(deep(0))),
  never: () => new Promise(() => {}),
  not_bytes: () => "text",
  not_utf8: () => new Uint8Array([0x3c, 0xff, 0x3e]),
  // One search of the engine's own, which compares four hundred million characters without asking the interrupt handler.
  native: () => encoder.encode(String("a".repeat(400_000).indexOf(`${"a".repeat(1_000)}b`))),
  leaks: () => {
    kept.push("x".repeat(200_000) + kept.length);
    return encoder.encode("leaked");
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
    return encoder.encode(order.join(""));
  },
  leaves_a_timer: () => {
    setTimeout(() => timersRun++, 0);
    return encoder.encode("left");
  },
  counts_timers: async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return encoder.encode(String(timersRun));
  },
  split: async () => {
    const bytes = encoder.encode("a→東京🦊ü".repeat(400));
    let at = 0;
    const stream = new ReadableStream(
      {
        type: "bytes",
        pull(controller) {
          controller.enqueue(bytes.subarray(at, at + 7));
          at += 7;
          if (at >= bytes.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return collect(stream);
  },
  late_stream: async () => {
    let controller;
    const stream = new ReadableStream({ start: (given) => (controller = given) });
    setTimeout(() => controller.enqueue(encoder.encode("one ")), 5);
    setTimeout(() => controller.enqueue(encoder.encode("two")), 10);
    setTimeout(() => controller.close(), 15);
    return collect(stream);
  },
  broken_stream: () =>
    collect(
      new ReadableStream({
        pull() {
          throw new Error("the source broke");
        },
      }),
    ),
  decodes: () => {
    const bytes = encoder.encode("東京🦊");
    const decoder = new TextDecoder();
    let text = "";
    for (const byte of bytes) text += decoder.decode(new Uint8Array([byte]), { stream: true });
    text += decoder.decode();
    return encoder.encode(text + new TextDecoder("utf-8").decode(new Uint8Array([0x61, 0xff])));
  },
  lone_surrogate: () => encoder.encode(`<p>${"🦊".slice(0, 1)}</p>`),
  aborts: () => {
    const controller = new AbortController();
    const seen = [];
    controller.signal.addEventListener("abort", () => seen.push(controller.signal.reason.name));
    controller.abort();
    controller.abort();
    return encoder.encode(`${controller.signal.aborted} ${seen}`);
  },
  logs: () => {
    console.error("seen", { a: 1 }, new Error("inner"), undefined, null, 3n);
    return encoder.encode("logged");
  },
  keeps_a_promise: async () => {
    pending ??= new Promise(() => {});
    pending.then(() => {});
    return encoder.encode("kept");
  },
};

export function head(pageJson) {
  const page = JSON.parse(pageJson);
  if (page.head === "throws") throw new Error("no head");
  if (page.head === "loops") for (;;);
  return JSON.stringify({ title: page.text ?? page.component });
}

export function render(pageJson) {
  const page = JSON.parse(pageJson);
  return bodies[page.component](page);
}
