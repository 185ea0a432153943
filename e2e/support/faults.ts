import { createHash } from "node:crypto";
import type { BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";
import { parse } from "node-html-parser";

/** What a page may never do, collected from every browser context that is watched. */
export class Faults {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly reading: Promise<void>[] = [];

  /** Lets faults pass that a test provokes on purpose. The pattern is matched against the whole line. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  /** Lets the browser's own notes about answers with one of these statuses pass. */
  allowStatus(...statuses: number[]): void {
    for (const status of statuses) {
      this.allow(new RegExp(`^console error: Failed to load resource: .* status of ${status} `));
    }
  }

  /** Starts to watch. `url` is the server that the context may talk to: no other host is. */
  watch(context: BrowserContext, url: string): void {
    const { origin } = new URL(url);
    context.on("console", (message) => this.onConsole(message));
    context.on("weberror", (error) => this.found.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => this.onRequest(request, origin));
    context.on("requestfailed", (request) => this.onFailure(request));
    context.on("response", (response) => this.onResponse(response));
  }

  /** Adds a fault that something else has noticed. */
  report(fault: string): void {
    this.found.push(fault);
  }

  /** The faults that no test has asked for. */
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
    // A page that gives up a request itself (a visit that is overtaken) has not failed.
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
        // The page has moved on before its bytes were read.
        () => {},
      ),
    );
  }
}

/**
 * What a document's Content-Security-Policy blocks in it, inline styles that it has no hash of and inline scripts, and
 * what no parser forgives: moments finer than a millisecond, and widths of an image that has one file.
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
