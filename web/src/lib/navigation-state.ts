import { createStore, useStore } from "./store";

/** `pending`: the URL being navigated to, null when nothing is under way. */
export interface NavigationState {
  pending: string | null;
}

export const navigationStore = createStore<NavigationState>({ pending: null });

/** What in-app navigation is doing now: for skeletons and the progress bar. */
export const useNavigation = (): NavigationState => useStore(navigationStore);
