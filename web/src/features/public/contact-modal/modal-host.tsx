import { useCallback, useEffect } from "react";
import { useNavigate } from "../../../lib/site-context";
import { useLoaded } from "../../../lib/use-loaded";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

/** Where the modal appears. Its code is fetched when it is first opened; without it, the contact page does as well. */
export function ModalHost() {
  const { isOpen, modalType, closeModal } = useModal();
  const navigate = useNavigate();
  const isWanted = isOpen && modalType === "contact";
  const giveUp = useCallback(() => {
    closeModal();
    navigate("/contact");
  }, [closeModal, navigate]);
  const modal = useLoaded(isWanted, loadContactModal, giveUp);

  useEffect(() => {
    window.addEventListener("app:navigated", closeModal);
    return () => window.removeEventListener("app:navigated", closeModal);
  }, [closeModal]);

  return isWanted && modal ? <modal.ContactModal onClose={closeModal} /> : null;
}
