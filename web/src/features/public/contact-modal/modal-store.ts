import { create } from "zustand";

/** Every modal of the public pages. */
export type ModalType = "contact";

interface ModalState {
  isOpen: boolean;
  /** Which one is open, or was last. */
  modalType: ModalType | null;
  openModal: (type: ModalType) => void;
  closeModal: () => void;
}

/** The one modal of the public pages. */
export const useModal = create<ModalState>((set) => ({
  isOpen: false,
  modalType: null,
  openModal: (modalType) => set({ isOpen: true, modalType }),
  closeModal: () => set({ isOpen: false }),
}));
