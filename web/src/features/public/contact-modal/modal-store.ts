import { create } from "zustand";
import type { Values } from "../../../lib/form-rules";

/** Every modal of the public pages. */
export type ModalType = "contact";

interface ModalState {
  isOpen: boolean;
  /** Which one is open, or was last. */
  modalType: ModalType | null;
  /** What was typed and not sent: opened again, the form has it. */
  typed?: Values;
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
