import { useCallback, useState, useSyncExternalStore } from "react";

/** Where a browser remembers which parts of the editor are not as they start: their names, with spaces between. */
const KEY = "post-editor-folded";

const listeners = new Set<() => void>();
/** The value where the browser stores nothing. */
let unsaved = "";

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? unsaved;
  } catch {
    return unsaved;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remembers whether a part is other than it starts, for the next posts too. */
function remember(name: string, isOther: boolean): void {
  const others = read()
    .split(" ")
    .filter((one) => one !== "" && one !== name);
  unsaved = (isOther ? [...others, name] : others).join(" ");
  try {
    localStorage.setItem(KEY, unsaved);
  } catch {
    // For this page alone.
  }
  for (const listener of listeners) listener();
}

/**
 * Whether a part of the editor is open, and what opens and folds it. Parts are open until somebody folds them.
 * @param problem something that is wrong in the part: each new one opens it
 * @param startsFolded the part is folded until somebody opens it
 */
export function useFold(
  name: string,
  problem: object | null,
  startsFolded = false,
): [boolean, (open: boolean) => void] {
  const others = useSyncExternalStore(subscribe, read, () => "");
  const [opened, setOpened] = useState<object | null>(null);
  const [isForced, setForced] = useState(false);
  if (problem !== opened) {
    setOpened(problem);
    setForced(problem !== null);
  }
  const toggle = useCallback(
    (open: boolean) => {
      setForced(false);
      remember(name, open === startsFolded);
    },
    [name, startsFolded],
  );
  return [isForced || others.split(" ").includes(name) === startsFolded, toggle];
}
