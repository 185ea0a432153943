import { afterEach, beforeEach, vi } from "vitest";
import type { StoredDrafts, WriteOutcome } from "../features/admin/post-editor/draft-store";
import { draftSync } from "../features/admin/post-editor/draft-sync";
import { initialState, type RequestOutcome } from "../features/admin/post-editor/editor-state";
import type { LocalDraft, Removal } from "../features/admin/post-editor/local-draft";
import { formOf, type PostForm } from "../features/admin/post-editor/post-form";

/** The form of a new post. */
export const FORM: PostForm = { ...formOf(null), published_local: "" };

/** A draft from an earlier visit. */
export const draft = (key: string, title: string, at = 1): LocalDraft => ({
  key,
  form: { ...FORM, title },
  version: null,
  at,
});

/** Advances the clock, in milliseconds, and runs everything that this triggers. */
export const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
const names = new Map<string, string>();
/** Names keys in the order of their appearance: "k1", "k2". Keys given by tests stay as they are. */
const nameOf = (key: string) => {
  if (key.length < 36) return key;
  if (!names.has(key)) names.set(key, `k${names.size + 1}`);
  return names.get(key);
};

/** Sets up an editor whose server responds on demand, and whose device responds at once. */
export async function setUp(stored: Partial<StoredDrafts> = {}, listed: LocalDraft[] = []) {
  names.clear();
  const asked: string[] = [];
  const device: string[] = [];
  const told: string[][] = [];
  const waiting: ((outcome: RequestOutcome) => void)[] = [];
  const outcomes: WriteOutcome[] = [];
  const ask = (what: string) => {
    asked.push(what);
    return new Promise<RequestOutcome>((resolve) => waiting.push(resolve));
  };
  let hear: (removals: readonly Removal[]) => void = () => {};
  let untold: string | null = null;
  const sync = draftSync({
    initial: initialState(null),
    store: {
      read: async () => ({ drafts: [], removed: [], ...stored }),
      write: async ({ key, form }, superseded) => {
        device.push(
          [`write ${nameOf(key)}${form.title}`, ...superseded.map(({ key }) => key)].join(" over "),
        );
        return outcomes.shift() ?? "stored";
      },
      remove: async (removals) =>
        void device.push(`remove ${removals.map(({ key }) => nameOf(key)).join()}`),
    },
    api: {
      list: async () => listed,
      put: ({ key, form }, isLast) =>
        ask(`put ${nameOf(key)}${form.title}${isLast ? " last" : ""}`),
      remove: (key) => ask(`delete ${nameOf(key)}`),
    },
    channel: {
      listen: (onRemoved) => {
        hear = onRemoved;
        return () => {};
      },
      tellRemoved: (removals) => void told.push(removals.map(({ key }) => nameOf(key) ?? "")),
    },
    flush: () => {
      if (untold !== null) type(untold);
      untold = null;
    },
  });
  sync.listen();
  sync.send({ type: "opened", publishedLocal: "" });
  await pass(0);
  const type = (title: string) =>
    sync.send({ type: "edited", form: { ...sync.state().form, title } });
  return {
    sync,
    asked,
    device,
    told,
    outcomes,
    type,
    /** Types into an editor that updates the form only when it is flushed. */
    typeUntold: (title: string) => {
      untold = title;
      sync.send({ type: "typed" });
    },
    hear: (removals: readonly Removal[]) => hear(removals),
    answer: async (outcome: RequestOutcome = "stored") => {
      waiting.shift()?.(outcome);
      await pass(0);
    },
    link: () => sync.state().server.link.name,
    offers: () => sync.state().offers.map(({ form }) => form.title),
  };
}

/** Starts each test of a file at the same time, with fake timers. */
export function withDraftClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, 0, 30) });
  });
  afterEach(() => vi.useRealTimers());
}
