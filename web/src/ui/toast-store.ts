import { createStore } from "../lib/store";

export interface Toast {
  id: number;
  kind: "success" | "error";
  title: string;
  text?: string;
}

/** The one toast shown, or null. */
export const toastStore = createStore<Toast | null>(null);

let lastId = 0;

/** Shows a toast in place of the one shown before: a success leaves after 6 s, an error stays until closed. */
export function toast(kind: Toast["kind"], title: string, text?: string): void {
  lastId += 1;
  toastStore.set({ id: lastId, kind, title, text });
}

/** Takes the toast away. */
export const dismissToast = (): void => toastStore.set(null);
