import { useLayoutEffect } from "react";
import { createStore, useStore } from "../../lib/store";

/** How the listing is laid out. */
export type View = "card" | "list";

const KEY = "blog-view";

const viewStore = createStore<View>("card");

/** What a stored value stands for; anything unknown is the card view. */
export function parseView(stored: string | null): View {
  return stored === "list" ? "list" : "card";
}

function readStored(): View {
  try {
    return parseView(localStorage.getItem(KEY));
  } catch {
    return "card"; // Storage is switched off.
  }
}

/** Changes the view and remembers it in this browser. */
export function setView(view: View): void {
  viewStore.set(view);
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
}

/** The view chosen in this browser; cards on the server and until React has taken over. */
export function useView(): View {
  useLayoutEffect(() => viewStore.set(readStored()), []);
  return useStore(viewStore);
}
