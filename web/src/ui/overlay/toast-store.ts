import type { ReactNode } from "react";
import { create } from "zustand";

export interface Toast {
  id: number;
  kind: "success" | "error";
  title: string;
  /** Under the title. An element may hold a button, or words that are to be copied. */
  text?: ReactNode;
}

/** The one toast shown, or null. */
export const useToast = create<Toast | null>(() => null);

/** How many modal dialogs are open: what is behind one can neither be read nor pressed. */
export const useOpenDialogs = create<number>(() => 0);

let lastId = 0;

/**
 * Shows a toast in place of the one shown before. A success leaves after 6 s; an error, and one whose text is an element,
 * stays until closed.
 */
export function toast(kind: Toast["kind"], title: string, text?: ReactNode): void {
  lastId += 1;
  useToast.setState({ id: lastId, kind, title, text }, true);
}

/** Takes the toast away. */
export const dismissToast = (): void => useToast.setState(null, true);
