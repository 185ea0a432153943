import { create } from "zustand";

/** `pending`: the URL being navigated to, null when nothing is under way. */
export interface NavigationState {
  pending: string | null;
}

/** What in-app navigation is doing now: for skeletons and the progress bar. */
export const useNavigation = create<NavigationState>(() => ({ pending: null }));
