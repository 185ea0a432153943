import { createStore, promisifyRequest, type UseStore } from "idb-keyval";

/** Keys are [user, post, kind, key]: a draft, or the time at which one was removed. */
export type Kind = "draft" | "removed";

const DATABASE = "post-drafts";

/** One connection serves all posts; opened with the first use, so that importing this touches no browser. */
let connection: UseStore | null = null;

/** Whether drafts were removed for good: an editor that is still open stores none as it goes. */
let isClosed = false;

/** The drafts that this browser stores, of every user and post. */
export const database: UseStore = async (mode, action) => {
  if (isClosed) throw new Error("The drafts of this device were removed");
  connection ??= createStore(DATABASE, "drafts");
  return connection(mode, action);
};

/** Stores drafts again: somebody has opened an editor. */
export function openDrafts(): void {
  isClosed = false;
}

/** Commits at once: a page that is being left does not wait for the answers to its requests. */
export function commit({ transaction }: IDBObjectStore): Promise<void> {
  const done = promisifyRequest(transaction);
  transaction.commit();
  return done;
}

const isDraft = (name: IDBValidKey): boolean =>
  Array.isArray(name) && name.at(-2) === ("draft" satisfies Kind);

/** Returns how many drafts this browser stores; 0 when it cannot be asked. */
export async function countDrafts(): Promise<number> {
  try {
    const names = await database("readonly", (store) => promisifyRequest(store.getAllKeys()));
    return names.filter(isDraft).length;
  } catch {
    return 0;
  }
}

/**
 * Removes all drafts from this browser, and stores none until an editor is opened again. Copies on the server stay, and
 * are offered again.
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
    // Nothing is stored where the browser refuses.
  }
}
