import type { AdminAuthor } from "../../../generated/api";
import { Dialog } from "../../../ui/overlay/dialog";
import { AuthorForm } from "./author-form";

interface AuthorDialogProps {
  /** The author to edit, "new" for another one, or null while it is closed. */
  author: AdminAuthor | "new" | null;
  onClose: () => void;
}

/** The form of an author in a drawer. */
export function AuthorDialog({ author, onClose }: AuthorDialogProps) {
  return (
    <Dialog
      open={author !== null}
      onClose={onClose}
      title={author === "new" ? "Add author" : "Edit author"}
      size="drawer"
    >
      <AuthorForm author={author === "new" ? null : author} onClose={onClose} />
    </Dialog>
  );
}
