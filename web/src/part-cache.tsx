import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Site } from "./generated/api";
import { AppProvider, type Navigate } from "./lib/site-context";

/** Parts kept by an engine: cards of a few hundred posts, at about 4 kB each. */
const MOST = 400;

/** Preload links, which React puts before the HTML: within a page they would be a hydration mismatch. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** HTML of parts that pages share, those used last. */
export class PartCache {
  readonly #html = new Map<string, string>();
  #site = "";

  /** The HTML of a part of a page of this site. Parts lie outside of any form, and hold no other part. */
  render(site: Site, url: string, navigate: Navigate, name: string, content: ReactNode): string {
    let html = this.#html.get(name);
    if (html === undefined) {
      html = renderToString(
        <AppProvider value={{ site, url, navigate }}>{content}</AppProvider>,
      ).replace(PRELOADS, "");
      const [oldest] = this.#html.keys();
      if (this.#html.size >= MOST && oldest !== undefined) this.#html.delete(oldest);
    } else {
      this.#html.delete(name);
    }
    this.#html.set(name, html);
    return html;
  }

  /** Forgets everything when the site is another one than before: its year changes while the server runs. */
  prepare(site: Site): void {
    const json = JSON.stringify(site);
    if (json === this.#site) return;
    this.#html.clear();
    this.#site = json;
  }
}
