import type { MouseEvent } from "react";
import { isPlainClick } from "../../../lib/navigator-events";
import { ButtonLink, type ButtonLinkProps } from "../../../ui/base/button";
import { importChunk } from "../../../ui/base/use-chunk";
import { loadContactModal } from "./load-contact-modal";
import { useModal } from "./modal-store";

type AuditLinkProps = Omit<ButtonLinkProps, "href" | "children" | "onClick"> & {
  /** Default "Book an Audit". Another label is for pages that already have a link with this one. */
  label?: string;
  /** Called before the modal opens. */
  onOpen?: () => void;
};

/** A button that opens the modal; before hydration, a link to the contact page. */
export function AuditLink({ label = "Book an Audit", onOpen, ...look }: AuditLinkProps) {
  const openModal = useModal((state) => state.openModal);
  const open = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onOpen?.();
    openModal("contact");
  };
  const prepare = () => void importChunk(loadContactModal, null);
  return (
    <ButtonLink
      {...look}
      href="/contact"
      role="button"
      aria-haspopup="dialog"
      data-native=""
      onClick={(event: MouseEvent) => {
        if (isPlainClick(event.nativeEvent)) open(event);
      }}
      onKeyDown={(event) => {
        if (event.key === " ") open(event);
      }}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {label}
    </ButtonLink>
  );
}
