import { useLayoutEffect } from "react";
import { create } from "zustand";

/** Layout of the listing. */
export type View = "card" | "list";

const KEY = "blog-view";

const useStoredView = create<View>(() => "card");

/** Parses a stored value; anything unknown is the card view. */
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

/** Changes the view and stores it in this browser. */
export function setView(view: View): void {
  useStoredView.setState(view);
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

/** Returns the view chosen in this browser; "card" on the server and until hydration. */
export function useView(): View {
  useLayoutEffect(() => useStoredView.setState(readStored()), []);
  return useStoredView();
}
