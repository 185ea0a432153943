import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "../overlay/toast-store";

/** Title and text of the toast for a chunk that could not be loaded. */
interface LoadMessage {
  title: string;
  text: string;
}

const NOT_LOADED: LoadMessage = {
  title: "This part could not be loaded",
  text: "Please try again.",
};

/**
 * Loads a chunk. All dynamic imports of components use this, `useChunk` or `lib/part.tsx`, as the server may have been
 * updated, or the connection lost, since the page was loaded. The router and the hero's worker handle failures
 * themselves.
 * @param load the import
 * @param message the toast for a failure; null for a chunk that the user has not asked for
 * @returns the module, or null if it cannot be loaded: the caller then restores the previous state
 */
export async function importChunk<T>(
  load: () => Promise<T>,
  message: LoadMessage | null = NOT_LOADED,
): Promise<T | null> {
  try {
    return await load();
  } catch {
    if (message) toast("error", message.title, message.text);
    return null;
  }
}

/**
 * Loads a chunk once `isWanted`.
 * @param load the import; must be the same function on every render
 * @param onFailure called if loading fails: reset `isWanted`, so that the user can try again
 * @param message the toast for a failure; null if `onFailure` continues without the chunk
 * @returns the module, or null until it is loaded
 */
export function useChunk<T>(
  isWanted: boolean,
  load: () => Promise<T>,
  onFailure: () => void = () => {},
  message: LoadMessage | null = NOT_LOADED,
): T | null {
  const [chunk, setChunk] = useState<T | null>(null);
  const fail = useEffectEvent(() => {
    if (message) toast("error", message.title, message.text);
    onFailure();
  });
  useEffect(() => {
    if (!isWanted || chunk) return;
    let isCurrent = true;
    void importChunk(load, null).then((module) => {
      if (!isCurrent) return;
      if (module) setChunk(() => module);
      else fail();
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted, chunk, load]);
  return chunk;
}
