import { useEffect } from "react";
import { useNavigate } from "../../../lib/site-context";
import { useChunk } from "../../../ui/base/use-chunk";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

/** Where the modal appears. Its code is fetched when it is first opened; without it, the contact page does as well. */
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
