import { create } from "zustand";

/** `pending`: the address of the pending navigation; null if there is none. */
export interface NavigationState {
  pending: string | null;
}

/** State of in-app navigation, for skeletons and the progress bar. */
export const useNavigation = create<NavigationState>(() => ({ pending: null }));
