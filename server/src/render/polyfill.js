// The few web platform objects that React's edge build expects and the engine lacks.
//
// Evaluated once per context, before the bundle. The value of this script is a function: the host calls it with
// `{ encode, decode, log }` and keeps what it returns, `{ runTimer, resetTimers }`.
// Nothing here waits: timers run in the order of their due time, as soon as the job queue is empty.
(function install(host) {
  "use strict";

  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  // --- timers -------------------------------------------------------------------------------------------------

  let timers = [];
  let lastTimerId = 0;
  let virtualNow = 0;

  define("setTimeout", function setTimeout(callback, delay, ...args) {
    if (typeof callback !== "function") throw new TypeError("setTimeout needs a function");
    const id = ++lastTimerId;
    const due = virtualNow + Math.max(0, Number(delay) || 0);
    // Sorted by due time; equal times keep the order of the calls.
    let at = timers.length;
    while (at > 0 && timers[at - 1].due > due) at--;
    timers.splice(at, 0, { id, due, callback, args });
    return id;
  });

  define("clearTimeout", function clearTimeout(id) {
    const at = timers.findIndex((timer) => timer.id === id);
    if (at >= 0) timers.splice(at, 1);
  });

  // Runs the next timer; false when there is none.
  function runTimer() {
    const timer = timers.shift();
    if (timer === undefined) return false;
    virtualNow = timer.due;
    timer.callback(...timer.args);
    return true;
  }

  function resetTimers() {
    const left = timers.length;
    timers = [];
    virtualNow = 0;
    return left;
  }

  // --- console ------------------------------------------------------------------------------------------------

  function describe(value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`;
    if (typeof value === "object" && value !== null) {
      try {
        return JSON.stringify(value);
      } catch {
        return Object.prototype.toString.call(value);
      }
    }
    return String(value);
  }

  const logger = (level) => (...args) => host.log(level, args.map(describe).join(" ").toWellFormed());
  define("console", {
    error: logger("error"),
    warn: logger("warn"),
    info: logger("info"),
    log: logger("info"),
    debug: logger("debug"),
    trace: logger("debug"),
  });

  // --- text ---------------------------------------------------------------------------------------------------

  const { encode, decode } = host;

  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text = "") {
      const string = `${text}`;
      // The host gives nothing for a surrogate without its other half: the Encoding standard wants U+FFFD there.
      return encode(string) ?? encode(string.toWellFormed());
    }
  }

  const NO_BYTES = new Uint8Array(0);

  // How many bytes at the end belong to a character whose remaining bytes are still to come.
  function unfinishedTail(bytes) {
    for (let back = 1; back <= 3 && back <= bytes.length; back++) {
      const byte = bytes[bytes.length - back];
      if (byte < 0x80) return 0;
      if (byte >= 0xc0) {
        const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return length > back ? back : 0;
      }
    }
    return 0;
  }

  class TextDecoder {
    #held = NO_BYTES;
    constructor(label = "utf-8") {
      if (!/^utf-?8$/i.test(label)) throw new RangeError(`The encoding ${label} is not supported`);
    }
    get encoding() {
      return "utf-8";
    }
    decode(input = NO_BYTES, options = undefined) {
      const given = ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input);
      const bytes = this.#held.length === 0 ? given : concat([this.#held, given]);
      const tail = options?.stream ? unfinishedTail(bytes) : 0;
      this.#held = tail === 0 ? NO_BYTES : bytes.slice(bytes.length - tail);
      return decode(tail === 0 ? bytes : bytes.subarray(0, bytes.length - tail));
    }
  }

  function concat(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  define("TextEncoder", TextEncoder);
  define("TextDecoder", TextDecoder);

  // --- abort --------------------------------------------------------------------------------------------------

  class AbortSignal {
    aborted = false;
    reason = undefined;
    onabort = null;
    #listeners = new Set();
    addEventListener(type, listener) {
      if (type === "abort") this.#listeners.add(listener);
    }
    removeEventListener(type, listener) {
      if (type === "abort") this.#listeners.delete(listener);
    }
    dispatchEvent(event) {
      this.onabort?.(event);
      for (const listener of [...this.#listeners]) listener.call(this, event);
      return true;
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
  }

  class AbortController {
    signal = new AbortSignal();
    abort(reason = undefined) {
      const { signal } = this;
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason ?? Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
      signal.dispatchEvent({ type: "abort", target: signal });
    }
  }

  define("AbortSignal", AbortSignal);
  define("AbortController", AbortController);

  // --- streams ------------------------------------------------------------------------------------------------

  // Enough of ReadableStream for a source that fills it from `pull`: one reader, no back-pressure, no transfer of
  // buffers. `type: "bytes"` and the queuing strategy are accepted and change nothing.
  class ReadableStream {
    #source;
    #controller;
    #chunks = [];
    #waiting = [];
    #state = "readable";
    #failure = undefined;
    #locked = false;

    constructor(source = {}) {
      this.#source = source;
      this.#controller = {
        desiredSize: 1,
        byobRequest: null,
        enqueue: (chunk) => {
          if (this.#state !== "readable") throw new TypeError("The stream is closed");
          const next = this.#waiting.shift();
          if (next) next.resolve({ value: chunk, done: false });
          else this.#chunks.push(chunk);
        },
        close: () => this.#end("closed"),
        error: (failure) => {
          this.#failure = failure;
          this.#chunks = [];
          this.#end("errored");
        },
      };
      source.start?.(this.#controller);
    }

    get locked() {
      return this.#locked;
    }

    #end(state) {
      if (this.#state !== "readable") return;
      this.#state = state;
      for (const { resolve, reject } of this.#waiting.splice(0)) {
        if (state === "errored") reject(this.#failure);
        else resolve({ value: undefined, done: true });
      }
    }

    #read() {
      if (this.#chunks.length === 0 && this.#state === "readable") {
        try {
          this.#source.pull?.(this.#controller);
        } catch (failure) {
          this.#controller.error(failure);
        }
      }
      if (this.#chunks.length > 0) return Promise.resolve({ value: this.#chunks.shift(), done: false });
      if (this.#state === "errored") return Promise.reject(this.#failure);
      if (this.#state === "closed") return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    }

    async cancel(reason) {
      if (this.#state !== "readable") return;
      this.#chunks = [];
      this.#end("closed");
      await this.#source.cancel?.(reason);
    }

    getReader() {
      if (this.#locked) throw new TypeError("The stream already has a reader");
      this.#locked = true;
      return {
        read: () => this.#read(),
        cancel: (reason) => this.cancel(reason),
        releaseLock: () => {
          this.#locked = false;
        },
      };
    }

    async *[Symbol.asyncIterator]() {
      const reader = this.getReader();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          yield value;
        }
      } finally {
        reader.releaseLock();
      }
    }
  }

  define("ReadableStream", ReadableStream);

  return { runTimer, resetTimers };
});
