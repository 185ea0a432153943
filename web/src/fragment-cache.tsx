import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Site } from "./generated/api";
import { AppProvider, type Navigate } from "./lib/site-context";

/** The most fragments in the cache: cards of a few hundred posts, at about 4 kB each. */
const MOST = 400;

/** Preload links, which React puts before the HTML: inside a page they would cause a hydration mismatch. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** A cache for the HTML of fragments that several pages show. When full, it drops the least recently used one. */
export class FragmentCache {
  readonly #html = new Map<string, string>();
  #site = "";

  /** Returns the HTML of a fragment. Fragments must be outside of any form and contain no other fragment. */
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

  /** Clears the cache when the site has changed, as its current year does while the server runs. */
  prepare(site: Site): void {
    const json = JSON.stringify(site);
    if (json === this.#site) return;
    this.#html.clear();
    this.#site = json;
  }
}
