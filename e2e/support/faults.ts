import { createHash } from "node:crypto";
import type { BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";
import { parse } from "node-html-parser";

/** Collects what must never happen in a page, from every watched browser context. */
export class Faults {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly reading: Promise<void>[] = [];

  /** Ignores faults that a test causes on purpose. Patterns are matched against the whole line. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  /** Ignores the browser's console messages about responses with one of these statuses. */
  allowStatus(...statuses: number[]): void {
    for (const status of statuses) {
      this.allow(new RegExp(`^console error: Failed to load resource: .* status of ${status} `));
    }
  }

  /** Starts watching. `url` is the only server that the context may contact. */
  watch(context: BrowserContext, url: string): void {
    const { origin } = new URL(url);
    context.on("console", (message) => this.onConsole(message));
    context.on("weberror", (error) => this.found.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => this.onRequest(request, origin));
    context.on("requestfailed", (request) => this.onFailure(request));
    context.on("response", (response) => this.onResponse(response));
  }

  /** Adds a fault that was noticed elsewhere. */
  report(fault: string): void {
    this.found.push(fault);
  }

  /** Returns the faults that no test has allowed. */
  async unexpected(): Promise<string[]> {
    await Promise.all(this.reading);
    return this.found.filter((fault) => !this.allowed.some((pattern) => pattern.test(fault)));
  }

  private onConsole(message: ConsoleMessage): void {
    const type = message.type();
    if (type !== "error" && type !== "warning") return;
    this.found.push(`console ${type}: ${message.text()} (${message.location().url})`);
  }

  private onRequest(request: Request, origin: string): void {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) {
      this.found.push(`request to another host: ${request.url()}`);
    }
  }

  private onFailure(request: Request): void {
    const reason = request.failure()?.errorText ?? "unknown";
    // A request that the page itself aborts, such as for a superseded visit, is not a failure.
    if (reason !== "net::ERR_ABORTED") {
      this.found.push(`request failed: ${reason} ${request.method()} ${request.url()}`);
    }
  }

  private onResponse(response: Response): void {
    if (response.request().resourceType() !== "document") return;
    if (!(response.headers()["content-type"] ?? "").startsWith("text/html")) return;
    this.reading.push(
      response.text().then(
        (html) => {
          const policy = response.headers()["content-security-policy"] ?? "";
          for (const fault of markupFaults(html, policy))
            this.found.push(`${fault} in ${response.url()}`);
        },
        // The page navigated away before the body was read.
        () => {},
      ),
    );
  }
}

/**
 * Returns what a document's own Content-Security-Policy blocks in it (inline scripts, and inline styles without a
 * hash), and what validators reject: times finer than a millisecond, and `sizes` of an image with a single file.
 */
export function markupFaults(html: string, policy: string): string[] {
  const root = parse(html);
  const styled = root
    .querySelectorAll("[style], style")
    .filter((element) => {
      const hash = createHash("sha256").update(element.rawText).digest("base64");
      return element.rawTagName !== "style" || !policy.includes(`'sha256-${hash}'`);
    })
    .map((element) => `inline style <${element.rawTagName}>`);
  const scripts = root.querySelectorAll("script").filter((script) => {
    const type = script.getAttribute("type") ?? "";
    return !script.hasAttribute("src") && !/^application\/(ld\+)?json$/.test(type);
  });
  const handlers = root
    .querySelectorAll("*")
    .flatMap((element) => Object.keys(element.attributes))
    .filter((name) => /^on/i.test(name))
    .map((name) => `inline event handler ${name}`);
  const moments = root
    .querySelectorAll("time[datetime]")
    .map((time) => time.getAttribute("datetime") ?? "")
    .filter((moment) => /\.\d{4}/.test(moment))
    .map((moment) => `datetime="${moment}"`);
  const sizes = root
    .querySelectorAll("[sizes]:not([srcset]):not([rel=icon]), [imagesizes]:not([imagesrcset])")
    .map((element) => `sizes of one file in <${element.rawTagName}>`);
  return [...styled, ...scripts.map(() => "inline script"), ...handlers, ...moments, ...sizes];
}
