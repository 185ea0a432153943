import { useState } from "react";
import type { AdminCategory } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Field } from "../../../ui/forms/field";
import { Select } from "../../../ui/forms/input";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { counted } from "../lists/counted";
import { useStaffCall } from "../lists/use-staff-call";

interface MergeDialogProps {
  /** The category that is merged into another and deleted; null while the dialog is closed. */
  category: AdminCategory | null;
  categories: readonly AdminCategory[];
  onClose: () => void;
  /** Called after the merge, which removes the row with the pressed button. */
  onDone: () => void;
}

/** Asks which category to merge another into. */
export function MergeDialog({ category, categories, onClose, onDone }: MergeDialogProps) {
  const { call, isBusy } = useStaffCall();
  const others = categories.filter(({ id }) => id !== category?.id);
  const [chosen, setChosen] = useState("");
  // Never another category than the chosen one, which may have gone.
  const into = others.find(({ id }) => id === (chosen || others[0]?.id));
  const close = () => {
    setChosen("");
    onClose();
  };
  const run = async () =>
    category !== null &&
    into !== undefined &&
    call({
      send: () =>
        callApi("POST", "/api/admin/categories/{id}/merge", {
          path: { id: category.id },
          body: { into: into.id, version: category.version },
        }),
      done: "Categories merged.",
      detail: `${category.name} is now ${into.name}.`,
      failed: "The categories were not merged",
    });
  return (
    <ConfirmDialog
      open={category !== null}
      onClose={close}
      kind="merge categories"
      question={`Merge ${category?.name} into another category?`}
      action="Merge"
      busyLabel="Merging"
      isBusy={isBusy}
      keep="Keep"
      onConfirm={run}
      onDone={onDone}
    >
      <Field label="Merge into" name="into">
        <Select value={into?.id ?? ""} onChange={(event) => setChosen(event.target.value)}>
          {!into && <option value="">Choose a category</option>}
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <p className="text-soft">
        {category && into
          ? `Moves ${counted(category.posts, "post")} to ${into.name}. Links to ${category.name} will lead there. This cannot be undone.`
          : null}
      </p>
    </ConfirmDialog>
  );
}
