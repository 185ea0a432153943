import { useRef } from "react";
import type { AdminAuthor } from "../../../generated/api";
import { Dialog } from "../../../ui/overlay/dialog";
import { AuthorForm } from "./author-form";

interface AuthorDialogProps {
  /** The author to edit, "new" for another one, or null while it is closed. */
  author: AdminAuthor | "new" | null;
  onClose: () => void;
}

/** The form of an author in a drawer. Asks before it closes over something that was typed. */
export function AuthorDialog({ author, onClose }: AuthorDialogProps) {
  const isTyped = useRef(false);
  const close = () => {
    isTyped.current = false;
    onClose();
  };
  const cancel = () => {
    if (!isTyped.current || window.confirm("Discard what you typed? It is not saved.")) close();
  };
  return (
    <Dialog
      open={author !== null}
      onClose={cancel}
      title={author === "new" ? "Add author" : "Edit author"}
      size="drawer"
    >
      <div
        onInput={(event) => {
          // React also brings what happens in a dialog that the form opens.
          if (event.currentTarget.contains(event.target as Node)) isTyped.current = true;
        }}
      >
        <AuthorForm author={author === "new" ? null : author} onClose={close} onCancel={cancel} />
      </div>
    </Dialog>
  );
}
