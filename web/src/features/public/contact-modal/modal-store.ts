import { create } from "zustand";

/** Every modal of the public pages. */
export type ModalType = "contact";

interface ModalState {
  isOpen: boolean;
  /** The modal that is open, or was open last. */
  modalType: ModalType | null;
  openModal: (type: ModalType) => void;
  closeModal: () => void;
}

/** State of the modal on public pages. */
export const useModal = create<ModalState>((set) => ({
  isOpen: false,
  modalType: null,
  openModal: (modalType) => set({ isOpen: true, modalType }),
  closeModal: () => set({ isOpen: false }),
}));
