// Chromium with an emulated phone or desktop, controlled over its debugging pipe.

import { directory, start, stop, version } from "./processes.mjs";

const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-extensions",
  "--disable-component-update",
  "--disable-background-networking",
  "--disable-sync",
  "--no-first-run",
];

/** A mid-range phone: 412 by 823 CSS pixels at a density of 1.75. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

/** A desktop window. */
const DESK = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

/** Time without network activity after which a page counts as loaded, in milliseconds. */
const QUIET = 700;

/** Returns Chromium's version, or null if it is not installed. */
export const chromiumVersion = () =>
  version("sh", ["-c", "chromium --version 2>/dev/null"])?.match(/[\d.]+/)?.[0] ?? null;

/** A running browser. */
export class Browser {
  #child;
  #number = 0;
  #waiting = new Map();
  #listeners = new Set();

  /** Starts a browser with an empty profile. */
  static start() {
    return new Browser(
      start("chromium", [...FLAGS, `--user-data-dir=${directory("chromium")}`], {
        stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      }),
    );
  }

  constructor(child) {
    this.#child = child;
    let rest = "";
    child.stdio[4].setEncoding("utf8").on("data", (chunk) => {
      const messages = (rest + chunk).split("\0");
      rest = messages.pop();
      for (const message of messages) this.#take(JSON.parse(message));
    });
    child.once("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("chromium ended"));
    });
  }

  #take(message) {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) {
      for (const listener of this.#listeners) listener(message);
    } else {
      this.#waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    }
  }

  #send(method, params = {}, sessionId = undefined) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /**
   * Opens an address with an empty cache, without scrolling. Returns every response as `{url, type, bytes}`, with the
   * size of its body as sent, and the address of the largest painted element if it is an image.
   */
  async firstLoad(url) {
    const { browserContextId } = await this.#send("Target.createBrowserContext");
    const { targetId } = await this.#send("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const answers = [];
    let open = 0;
    let last = performance.now();
    const listener = (message) => {
      if (message.sessionId !== sessionId) return;
      if (message.method === "Network.requestWillBeSent") open += 1;
      if (
        message.method === "Network.loadingFinished" ||
        message.method === "Network.loadingFailed"
      )
        open -= 1;
      if (message.method === "Network.responseReceived") {
        const { response, type } = message.params;
        const own = response.url.startsWith("data:") ? null : { url: response.url, type };
        const length = Object.entries(response.headers).find(
          ([name]) => name.toLowerCase() === "content-length",
        )?.[1];
        if (own) answers.push({ ...own, status: response.status, bytes: Number(length) });
      }
      if (message.method?.startsWith("Network.")) last = performance.now();
    };
    this.#listeners.add(listener);
    const send = (method, params) => this.#send(method, params, sessionId);
    await send("Network.enable");
    await send("Page.enable");
    await send("Emulation.setDeviceMetricsOverride", PHONE);
    await send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await send("Page.navigate", { url });
    const begun = performance.now();
    while (answers.length === 0 || open > 0 || performance.now() - last < QUIET) {
      if (performance.now() - begun > 30_000) throw new Error(`${url} does not come to rest`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const largest = await send("Runtime.evaluate", {
      awaitPromise: true,
      returnByValue: true,
      expression: `new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.url ?? ""))
          .observe({ type: "largest-contentful-paint", buffered: true });
        setTimeout(() => resolve(""), 1000);
      })`,
    });
    this.#listeners.delete(listener);
    await this.#send("Target.disposeBrowserContext", { browserContextId });
    for (const answer of answers) {
      if (answer.status >= 400)
        throw new Error(`${url} asks for ${answer.url}: status ${answer.status}`);
      if (!Number.isFinite(answer.bytes)) throw new Error(`${answer.url} came without a length`);
    }
    return { answers, largestImage: largest.result.value || null };
  }

  /** Opens an address in a desktop window, with cookies as `{name, value}`. */
  async open(url, cookies = []) {
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method, params) => this.#send(method, params, sessionId);
    await send("Emulation.setDeviceMetricsOverride", DESK);
    await send("Network.setCookies", { cookies: cookies.map((cookie) => ({ ...cookie, url })) });
    await send("Page.enable");
    await send("Page.navigate", { url });
    return new OpenPage(send);
  }

  /** Records Chromium's trace events of `categories` while `action` runs. */
  async trace(categories, action) {
    const events = [];
    let complete;
    const completed = new Promise((resolve) => {
      complete = resolve;
    });
    const listener = ({ method, params }) => {
      if (method === "Tracing.dataCollected") events.push(...params.value);
      if (method === "Tracing.tracingComplete") complete();
    };
    this.#listeners.add(listener);
    await this.#send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: { includedCategories: categories },
    });
    await action();
    await this.#send("Tracing.end");
    await completed;
    this.#listeners.delete(listener);
    return events;
  }

  /** Ends the browser. */
  stop() {
    return stop(this.#child);
  }
}

/** A page for interaction. */
class OpenPage {
  #send;

  constructor(send) {
    this.#send = send;
  }

  /** Returns the value of an expression in the page; promises are awaited. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    const begun = performance.now();
    while (!(await this.evaluate(`Boolean(${expression})`).catch(() => false))) {
      if (performance.now() - begun > 20_000) throw new Error(`never true: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Presses and releases the key of a lower-case letter. */
  async press(letter) {
    const key = {
      key: letter,
      code: `Key${letter.toUpperCase()}`,
      windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
    };
    await this.#send("Input.dispatchKeyEvent", { type: "keyDown", text: letter, ...key });
    await this.#send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }
}
