import "fake-indexeddb/auto";
import { clear, createStore, keys } from "idb-keyval";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDrafts, countDrafts } from "./draft-database";
import { draftStore } from "./draft-store";
import { DRAFT_LIFE, type LocalDraft } from "./local-draft";
import { formOf } from "./post-form";

const NOW = Date.UTC(2026, 10, 22);
const draft = (key: string, title: string, at = NOW): LocalDraft => ({
  key,
  form: { ...formOf(null), title, published_local: "" },
  version: 1,
  at,
});
const raw = createStore("post-drafts", "drafts");
const store = draftStore("a@example.org", "new");
const titles = async (of = store) => (await of.read()).drafts.map(({ form }) => form.title).sort();

beforeEach(async () => {
  await clear(raw);
  vi.spyOn(Date, "now").mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

describe("the drafts of a browser", () => {
  it("are separate for each tab, post and editor", async () => {
    expect(await store.write(draft("one", "B"), [])).toBe("stored");
    await store.write(draft("two", "C"), []);
    await store.write(draft("two", "D"), []);
    await draftStore("a@example.org", "0191").write(draft("three", "E"), []);
    await draftStore("b@example.org", "new").write(draft("four", "F"), []);
    expect(await titles()).toEqual(["B", "D"]);
    await store.remove([{ key: "one" }]);
    expect(await titles()).toEqual(["D"]);
  });

  it("are removed with the draft that supersedes them, all or nothing", async () => {
    await store.write(draft("old", "B"), []);
    await store.write(draft("new", "C"), [{ key: "old", at: NOW }]);
    const { drafts, removed } = await store.read();
    expect(drafts.map(({ key }) => key)).toEqual(["new"]);
    expect(removed).toEqual(["old"]);
  });

  it("stay removed when another tab writes one again", async () => {
    await store.write(draft("one", "B"), []);
    await store.remove([{ key: "one" }]);
    expect(await store.write(draft("one", "C"), [])).toBe("removed");
    expect(await store.read()).toEqual({ drafts: [], removed: ["one"] });
  });

  it("expire after a month, as do removals, and invalid ones are ignored", async () => {
    await store.write(draft("young", "B", NOW - DRAFT_LIFE), []);
    await store.write(draft("old", "C", NOW - DRAFT_LIFE - 1), []);
    await store.write({ ...draft("torn", "D"), form: {} as LocalDraft["form"] }, []);
    await store.remove([{ key: "gone" }]);
    expect(await titles()).toEqual(["B"]);
    expect(await keys(raw)).toHaveLength(2);
    vi.mocked(Date.now).mockReturnValue(NOW + DRAFT_LIFE + 1);
    expect(await store.read()).toEqual({ drafts: [], removed: [] });
    expect(await keys(raw)).toEqual([]);
  });

  it("are not older than a draft that could not be stored", async () => {
    await store.write(draft("one", "Old"), []);
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(await store.write(draft("one", "New"), [])).toBe("failed");
    expect(put).toHaveBeenCalled();
    expect(await titles()).toEqual([]);
  });

  it("are empty if the browser does not allow storage", async () => {
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("closed", "InvalidStateError");
    });
    expect(await store.write(draft("one", "B"), [])).toBe("failed");
    await store.remove([{ key: "one" }]);
    expect(await store.read()).toEqual({ drafts: [], removed: [] });
  });
});

describe("signing out", () => {
  it("counts and removes the drafts of every user, but keeps the removals", async () => {
    await store.write(draft("one", "B"), []);
    await draftStore("b@example.org", "0191").write(draft("two", "C"), []);
    await store.remove([{ key: "gone" }]);
    expect(await countDrafts()).toBe(2);
    await closeDrafts();
    expect(await countDrafts()).toBe(0);
    expect(await draftStore("b@example.org", "0191").read()).toEqual({ drafts: [], removed: [] });
    expect((await store.read()).removed).toEqual(["gone"]);
  });

  it("prevents an open editor from storing drafts, but not a new one", async () => {
    const open = draftStore("a@example.org", "new");
    await open.write(draft("one", "B"), []);
    await closeDrafts();
    expect(await open.write(draft("one", "C"), [])).toBe("failed");
    const next = draftStore("a@example.org", "new");
    expect(await next.read()).toEqual({ drafts: [], removed: [] });
    expect(await next.write(draft("two", "D"), [])).toBe("stored");
  });
});
