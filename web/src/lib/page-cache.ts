import type { Page } from "./page";
import type { PageModule } from "./page-module";

/** What `/_data/…` led to: a page with its code, or another address. */
export type Answer = { page: Page; module: PageModule } | { redirect: string };

/** How long a prefetched page may be shown, in milliseconds. */
export const CACHE_TTL = 30_000;

const entries = new Map<string, { made: number; answer: Promise<Answer> }>();

/** The cached answer for a path with query, or undefined when there is none or it is too old. */
export function cachedPage(url: string, now: number): Promise<Answer> | undefined {
  const entry = entries.get(url);
  if (entry && now - entry.made < CACHE_TTL) return entry.answer;
  entries.delete(url);
  return undefined;
}

/** Keeps an answer while it holds; one that fails is forgotten at once. */
export function cachePage(url: string, now: number, answer: Promise<Answer>): void {
  const entry = { made: now, answer };
  entries.set(url, entry);
  answer.catch(() => {
    if (entries.get(url) === entry) entries.delete(url);
  });
}

/** Forgets every prefetched page. Called after each successful write through the API that pages show. */
export function clearPageCache(): void {
  entries.clear();
}
