import { useState } from "react";
import type { AdminAuthor } from "../../../generated/api";
import { FormDialog } from "../lists/staff-form";
import { NOT_KEPT, useLeaveGuard } from "../shared/use-leave-guard";
import { AuthorForm } from "./author-form";

interface AuthorDialogProps {
  /** The author to edit, "new" for another one, or null while it is closed. */
  author: AdminAuthor | "new" | null;
  onClose: () => void;
}

/** The form of an author in a drawer. Asks before it closes, or the page is left, over unsaved changes. */
export function AuthorDialog({ author, onClose }: AuthorDialogProps) {
  const [isEdited, setEdited] = useState(false);
  useLeaveGuard(isEdited, NOT_KEPT);
  const close = () => {
    setEdited(false);
    onClose();
  };
  const cancel = () => {
    if (!isEdited || window.confirm("Discard your changes? They are not saved.")) close();
  };
  return (
    <FormDialog
      open={author !== null}
      onClose={cancel}
      kind={author === "new" ? "Add author" : "Edit author"}
      size="drawer"
    >
      <div
        onInput={(event) => {
          // React also brings what happens in a dialog that the form opens.
          if (event.currentTarget.contains(event.target as Node)) setEdited(true);
        }}
      >
        <AuthorForm
          author={author === "new" ? null : author}
          // What is chosen or removed by a button is no input.
          onEdited={() => setEdited(true)}
          onClose={close}
          onCancel={cancel}
        />
      </div>
    </FormDialog>
  );
}
