import type { ReactNode } from "react";
import { create } from "zustand";

export interface Toast {
  id: number;
  kind: "success" | "error";
  title: string;
  /** Second line. An element may contain a button, or text to copy. */
  text?: ReactNode;
}

/** The current toast, or null. */
export const useToast = create<Toast | null>(() => null);

/** Number of open modal dialogs: content behind a modal dialog can be neither read nor pressed. */
export const useOpenDialogs = create<number>(() => 0);

let lastId = 0;

/**
 * Shows a toast, which replaces the current one. A success disappears after 6 s; an error, or a toast whose text is an
 * element, stays until it is closed.
 */
export function toast(kind: Toast["kind"], title: string, text?: ReactNode): void {
  lastId += 1;
  useToast.setState({ id: lastId, kind, title, text }, true);
}

/** Closes the toast. */
export const dismissToast = (): void => useToast.setState(null, true);
