import { useCallback, useState, useSyncExternalStore } from "react";

/** Local storage key for the names of the parts that are not in their default state, separated by spaces. */
const KEY = "post-editor-folded";

const listeners = new Set<() => void>();
/** The value where the browser does not allow storage. */
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

/** Stores whether a part is in other than its default state, for the next posts too. */
function remember(name: string, isOther: boolean): void {
  const others = read()
    .split(" ")
    .filter((one) => one !== "" && one !== name);
  unsaved = (isOther ? [...others, name] : others).join(" ");
  try {
    localStorage.setItem(KEY, unsaved);
  } catch {
    // Without storage, the state lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/**
 * Returns whether a part of the editor is open, and a function that opens or folds it.
 * @param problem a problem within the part: each new object opens it
 * @param startsFolded whether the part is folded by default
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
