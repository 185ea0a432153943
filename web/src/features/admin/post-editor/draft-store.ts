import { promisifyRequest } from "idb-keyval";
import { commit, database, type Kind, openDrafts } from "./draft-database";
import { asDraft, DRAFT_LIFE, type LocalDraft, type Removal } from "./local-draft";

/** Outcome of a write: "removed" if another tab has removed the draft meanwhile. */
export type WriteOutcome = "stored" | "failed" | "removed";

/** Everything stored for one post and editor. */
export interface StoredDrafts {
  drafts: readonly LocalDraft[];
  /** Keys of removed drafts, which must not be offered again when the server still has them. */
  removed: readonly string[];
}

/** The drafts of one post and editor in this browser. Writes take effect in the order of the calls; nothing rejects. */
export interface DraftStore {
  read: () => Promise<StoredDrafts>;
  /** Writes a draft and removes those that it supersedes, all or nothing. */
  write: (draft: LocalDraft, superseded: readonly Removal[]) => Promise<WriteOutcome>;
  /** Removes drafts for good: a copy that arrives later, from a tab or from the server, is not offered. */
  remove: (removals: readonly Pick<Removal, "key">[]) => Promise<void>;
}

/**
 * Returns the store of an editor and a post.
 *
 * IndexedDB holds drafts under [user, post, "draft", key], and the time of a removal under [user, post, "removed",
 * key] for as long as the server may still have a copy.
 * @param user the editor's email address
 * @param post the post's id, or "new"
 */
export function draftStore(user: string, post: string): DraftStore {
  openDrafts();
  const id = (kind: Kind, key: string) => [user, post, kind, key];
  const all = (kind: Kind) => IDBKeyRange.bound([user, post, kind], [user, post, kind, []]);

  const removeFrom = (store: IDBObjectStore, removals: readonly Pick<Removal, "key">[]) => {
    for (const { key } of removals) {
      store.delete(id("draft", key));
      store.put(Date.now(), id("removed", key));
    }
  };
  const remove: DraftStore["remove"] = (removals) =>
    database("readwrite", (store) => {
      removeFrom(store, removals);
      return commit(store);
    }).catch(() => {});

  return {
    remove,
    read: async () => {
      try {
        return await database("readwrite", async (store) => {
          const oldest = Date.now() - DRAFT_LIFE;
          const [names, values, removals, times] = await Promise.all([
            promisifyRequest(store.getAllKeys(all("draft"))),
            promisifyRequest<unknown[]>(store.getAll(all("draft"))),
            promisifyRequest(store.getAllKeys(all("removed"))),
            promisifyRequest<number[]>(store.getAll(all("removed"))),
          ]);
          const removed: string[] = [];
          for (const [index, name] of removals.entries()) {
            if ((times[index] ?? 0) < oldest) store.delete(name);
            else removed.push(keyIn(name));
          }
          const drafts: LocalDraft[] = [];
          for (const [index, name] of names.entries()) {
            const draft = asDraft(values[index]);
            if (draft && draft.at >= oldest && !removed.includes(draft.key)) drafts.push(draft);
            else store.delete(name);
          }
          return { drafts, removed };
        });
      } catch {
        return { drafts: [], removed: [] };
      }
    },
    write: async (draft, superseded) => {
      try {
        const isRemoved = await database("readwrite", async (store) => {
          store.put(draft, id("draft", draft.key));
          removeFrom(store, superseded);
          const removal = promisifyRequest(store.getKey(id("removed", draft.key)));
          return (await Promise.all([removal, commit(store)]))[0] !== undefined;
        });
        if (!isRemoved) return "stored";
        await remove([draft]);
        return "removed";
      } catch {
        // The stored draft is older than the one that could not be written, so it is not to be offered.
        await database("readwrite", (store) => {
          store.delete(id("draft", draft.key));
          return commit(store);
        }).catch(() => {});
        return "failed";
      }
    },
  };
}

const keyIn = (name: IDBValidKey): string => (Array.isArray(name) ? String(name.at(-1)) : "");
