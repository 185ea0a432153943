import { isForgotten, type KeptWork, parseWork } from "./kept-work";

/** Where this browser keeps one editor's unsaved work on one post, a place for each tab. */
export interface WorkShelf {
  /** All that lies there. */
  all: () => KeptWork[];
  /** False when the browser has no room or keeps nothing: then nothing older lies there either. */
  put: (work: KeptWork) => boolean;
  remove: (key: string) => void;
  /** Remembers for a minute, in this tab, that somebody did not want this work. */
  noteDiscarded: (key: string) => void;
  isDiscarded: (key: string) => boolean;
}

/** By then the server has heard of what was discarded, and of what the page before had sent. In milliseconds. */
const HEARD_AFTER = 60_000;

/**
 * The shelf of an editor and a post. Another editor at the same browser has one of their own.
 * @param user the editor's address
 * @param post the post's id, or "new"
 */
export function workShelf(user: string, post: string): WorkShelf {
  const prefix = `post-draft:${user}:${post}:`;
  const discarded = `post-discarded:${user}:${post}`;
  /** Keys of what was discarded, and when. */
  const recent = (): Record<string, number> => {
    let found: [string, number][] = [];
    attempt(() => {
      found = Object.entries(JSON.parse(sessionStorage.getItem(discarded) ?? "{}"));
    });
    return Object.fromEntries(found.filter(([, at]) => Date.now() - at < HEARD_AFTER));
  };
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
    noteDiscarded: (key) => {
      const all = JSON.stringify({ ...recent(), [key]: Date.now() });
      attempt(() => sessionStorage.setItem(discarded, all));
    },
    isDiscarded: (key) => key in recent(),
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
