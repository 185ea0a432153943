import type { AdminAuthor } from "../../../generated/api";
import { FormDialog } from "../lists/staff-form";
import { AuthorForm } from "./author-form";

interface AuthorDialogProps {
  /** The author to edit, "new" to add one, or null while the dialog is closed. */
  author: AdminAuthor | "new" | null;
  onClose: () => void;
}

/** The form of an author, in a drawer. */
export function AuthorDialog({ author, onClose }: AuthorDialogProps) {
  return (
    <FormDialog
      open={author !== null}
      onClose={onClose}
      kind={author === "new" ? "Add author" : "Edit author"}
      size="drawer"
    >
      <AuthorForm author={author === "new" ? null : author} onClose={onClose} />
    </FormDialog>
  );
}
