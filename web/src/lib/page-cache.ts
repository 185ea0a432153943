import type { Page } from "./page";
import type { PageModule } from "./page-module";

/** The result of a request to `/_data/…`: a page with its code, or another address. */
export type Answer = { page: Page; module: PageModule } | { redirect: string };

/** How long a prefetched page may be shown, in milliseconds. */
export const CACHE_TTL = 30_000;

const entries = new Map<string, { made: number; answer: Promise<Answer> }>();

/** Returns the cached answer for a path with query; undefined if there is none or it has expired. */
export function cachedPage(url: string, now: number): Promise<Answer> | undefined {
  const entry = entries.get(url);
  if (entry && now - entry.made < CACHE_TTL) return entry.answer;
  entries.delete(url);
  return undefined;
}

/** Caches an answer; one that fails is removed at once. */
export function cachePage(url: string, now: number, answer: Promise<Answer>): void {
  // A visitor may point at any number of links.
  for (const [old, { made }] of entries) if (now - made >= CACHE_TTL) entries.delete(old);
  const entry = { made: now, answer };
  entries.set(url, entry);
  answer.catch(() => {
    if (entries.get(url) === entry) entries.delete(url);
  });
}

/** Removes every prefetched page. Called after each successful API call that changes what pages show. */
export function clearPageCache(): void {
  entries.clear();
}
