import { useEffect } from "react";
import { useNavigate } from "../../../lib/site-context";
import { useChunk } from "../../../ui/base/use-chunk";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

/** Renders the open modal, whose code is loaded on first use. If that fails, goes to the contact page. */
export function ModalHost() {
  const { isOpen, modalType, closeModal } = useModal();
  const navigate = useNavigate();
  const isWanted = isOpen && modalType === "contact";
  const goToPage = () => {
    closeModal();
    navigate("/contact");
  };
  const modal = useChunk(isWanted, loadContactModal, goToPage, null);

  useEffect(() => {
    window.addEventListener("app:navigated", closeModal);
    return () => window.removeEventListener("app:navigated", closeModal);
  }, [closeModal]);

  return isWanted && modal ? <modal.ContactModal onClose={closeModal} /> : null;
}
