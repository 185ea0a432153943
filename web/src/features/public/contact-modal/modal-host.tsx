import { useEffect } from "react";
import { useNavigate } from "../../../lib/site-context";
import { useChunk } from "../../../ui/base/use-chunk";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

/** Renders the modal while it is open. Its code is loaded on first use; if that fails, goes to the contact page. */
export function ModalHost() {
  const { isOpen, closeModal } = useModal();
  const navigate = useNavigate();
  const goToPage = () => {
    closeModal();
    navigate("/contact");
  };
  const modal = useChunk(isOpen, loadContactModal, goToPage, null);

  useEffect(() => {
    window.addEventListener("app:navigated", closeModal);
    return () => window.removeEventListener("app:navigated", closeModal);
  }, [closeModal]);

  return isOpen && modal ? <modal.ContactModal onClose={closeModal} /> : null;
}
