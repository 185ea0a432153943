import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Site } from "./generated/api";
import { AppProvider, type Navigate } from "./lib/site-context";

/** The most fragments that a cache holds: cards of a few hundred posts, at about 4 kB each. */
const MOST = 400;

/** Preload links, which React puts before the HTML: within a page they would be a hydration mismatch. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** A cache of the HTML of fragments that several pages show. Drops the one least recently used when it is full. */
export class FragmentCache {
  readonly #html = new Map<string, string>();
  #site = "";

  /** Returns the HTML of a fragment. Fragments are outside of any form and contain no other fragment. */
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

  /** Empties the cache when the site has changed: its year does while the server runs. */
  prepare(site: Site): void {
    const json = JSON.stringify(site);
    if (json === this.#site) return;
    this.#html.clear();
    this.#site = json;
  }
}
