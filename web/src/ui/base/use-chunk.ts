import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "../overlay/toast-store";

/** Title and text of the toast for a chunk that could not be fetched. */
interface LoadMessage {
  title: string;
  text: string;
}

const NOT_LOADED: LoadMessage = {
  title: "This part could not be loaded",
  text: "Please try again.",
};

/**
 * Fetches a chunk. Dynamic imports of components go through here, `useChunk` or `lib/part.tsx`: the server may have been
 * updated, or the connection lost, since the page came. The router and the hero's worker see to their own.
 * @param load the import
 * @param message what a toast says when it cannot be fetched; null for a chunk that nobody has asked for
 * @returns the module, or null when it cannot be fetched: the caller gives back what it had taken
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
 * Fetches a chunk when it is first wanted.
 * @param load the import; the same function on every render
 * @param onFailure called when it cannot be fetched: stop wanting it, so that it can be asked for again
 * @param message what a toast says then; null where `onFailure` leads on by itself
 * @returns the module, or null until it is there
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
