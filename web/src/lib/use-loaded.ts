import { useEffect, useState } from "react";

/**
 * Code that is fetched when it is first wanted.
 * @param load an import; the same function on every render
 * @param onFailure told when it cannot be fetched
 * @returns what `load` gave, or null while it is on its way
 */
export function useLoaded<T>(
  isWanted: boolean,
  load: () => Promise<T>,
  onFailure: () => void,
): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded(() => value),
      () => isCurrent && onFailure(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, loaded, load, onFailure]);
  return loaded;
}
