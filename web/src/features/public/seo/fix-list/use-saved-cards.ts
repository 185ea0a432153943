import { useEffect, useLayoutEffect, useState } from "react";
import type { SeoCard } from "../../../../content/seo-cards";
import {
  readSaved,
  type SavedCard,
  STORAGE_KEY,
  withCard,
  withoutTerm,
  writeSaved,
} from "./saved-cards";

export interface SavedCards {
  saved: readonly SavedCard[];
  /** False on the server and until hydration, when no card can be saved. */
  isReady: boolean;
  /** Whether the browser has stored the last change. */
  isKept: boolean;
  save: (card: SeoCard) => void;
  remove: (term: string) => void;
}

/** Returns the cards saved in this browser. Changes are stored at once and synchronised between its tabs. */
export function useSavedCards(): SavedCards {
  const [saved, setSaved] = useState<readonly SavedCard[]>([]);
  const [isReady, setReady] = useState(false);
  const [isKept, setKept] = useState(true);

  useLayoutEffect(() => {
    setSaved(readSaved());
    setReady(true);
  }, []);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === STORAGE_KEY || key === null) setSaved(readSaved());
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, []);

  const change = (next: readonly SavedCard[]) => {
    if (next === saved) return;
    setSaved(next);
    setKept(writeSaved(next));
  };
  return {
    saved,
    isReady,
    isKept,
    save: (card) => change(withCard(saved, card, new Date())),
    remove: (term) => change(withoutTerm(saved, term)),
  };
}
