import { createStore, promisifyRequest, type UseStore } from "idb-keyval";

/** Keys are [user, post, kind, key]: a draft, or the time at which one was removed. */
export type Kind = "draft" | "removed";

const DATABASE = "post-drafts";

/** One connection for all posts. Opened on first use, as this module is also imported where there is no browser. */
let connection: UseStore | null = null;

/** Whether all drafts were removed: an editor that is still open must not store another as it closes. */
let isClosed = false;

/** The drafts that this browser stores, of every user and post. */
export const database: UseStore = async (mode, action) => {
  if (isClosed) throw new Error("The drafts of this device were removed");
  connection ??= createStore(DATABASE, "drafts");
  return connection(mode, action);
};

/** Allows drafts to be stored again, as an editor has been opened. */
export function openDrafts(): void {
  isClosed = false;
}

/** Commits the transaction at once, without waiting for its requests: the page may be closing. */
export function commit({ transaction }: IDBObjectStore): Promise<void> {
  const done = promisifyRequest(transaction);
  transaction.commit();
  return done;
}

const isDraft = (name: IDBValidKey): boolean =>
  Array.isArray(name) && name.at(-2) === ("draft" satisfies Kind);

/** Returns how many drafts this browser stores; 0 if the database cannot be read. */
export async function countDrafts(): Promise<number> {
  try {
    const names = await database("readonly", (store) => promisifyRequest(store.getAllKeys()));
    return names.filter(isDraft).length;
  } catch {
    return 0;
  }
}

/**
 * Removes all drafts from this browser, and prevents new ones until an editor is opened again. Copies on the server
 * remain, and are offered again.
 */
export async function closeDrafts(): Promise<void> {
  try {
    const removed = database("readwrite", async (store) => {
      const names = await promisifyRequest(store.getAllKeys());
      for (const name of names.filter(isDraft)) store.delete(name);
      return commit(store);
    });
    isClosed = true;
    await removed;
  } catch {
    // Nothing is stored if the browser denies access.
  }
}
