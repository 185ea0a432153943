import { isForgotten, type KeptWork, parseWork } from "./kept-work";

/** Where this browser keeps one editor's unsaved work on one post, a place for each tab. */
export interface WorkShelf {
  /** All that lies there. */
  all: () => KeptWork[];
  /** False when the browser has no room or keeps nothing: then nothing older lies there either. */
  put: (work: KeptWork) => boolean;
  remove: (key: string) => void;
}

/**
 * The shelf of an editor and a post. Another editor at the same browser has one of their own.
 * @param user the editor's address
 * @param post the post's id, or "new"
 */
export function workShelf(user: string, post: string): WorkShelf {
  const prefix = `post-draft:${user}:${post}:`;
  const remove = (key: string) => attempt(() => localStorage.removeItem(prefix + key));
  return {
    all: () => {
      const names: string[] = [];
      attempt(() => names.push(...Object.keys(localStorage)));
      const found: KeptWork[] = [];
      for (const name of names.filter((name) => name.startsWith(prefix))) {
        const work = parseWork(localStorage.getItem(name));
        if (work && !isForgotten(work, Date.now())) found.push(work);
        else remove(name.slice(prefix.length));
      }
      return found;
    },
    put: (work) => {
      const isKept = attempt(() => localStorage.setItem(prefix + work.key, JSON.stringify(work)));
      // What lay there is older than what could not be put there.
      if (!isKept) remove(work.key);
      return isKept;
    },
    remove,
  };
}

/** Storage that is full or forbidden costs the copy, not the work. */
function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
