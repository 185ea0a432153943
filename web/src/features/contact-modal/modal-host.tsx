import { useEffect, useState } from "react";
import { useNavigate } from "../../lib/site-context";
import type { ContactModal } from "./contact-modal";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

/** Where the modal appears. Its code is fetched when it is first opened; without it, the contact page does as well. */
export function ModalHost() {
  const { isOpen, modalType, closeModal } = useModal();
  const navigate = useNavigate();
  const [Modal, setModal] = useState<typeof ContactModal | null>(null);
  const isWanted = isOpen && modalType === "contact";

  useEffect(() => {
    if (!isWanted || Modal) return;
    let isCurrent = true;
    loadContactModal().then(
      (module) => isCurrent && setModal(() => module.ContactModal),
      () => {
        if (!isCurrent) return;
        closeModal();
        navigate("/contact");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, Modal, closeModal, navigate]);

  useEffect(() => {
    window.addEventListener("app:navigated", closeModal);
    return () => window.removeEventListener("app:navigated", closeModal);
  }, [closeModal]);

  return isWanted && Modal ? <Modal onClose={closeModal} /> : null;
}
