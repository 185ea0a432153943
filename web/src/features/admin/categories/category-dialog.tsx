import { useState } from "react";
import type { AdminCategory } from "../../../generated/api";
import {
  CATEGORY_INPUT_DESCRIPTION_MAX_LENGTH,
  CATEGORY_INPUT_NAME_MAX_LENGTH,
} from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { fieldCheck, required } from "../../../lib/form-rules";
import { Field } from "../../../ui/forms/field";
import { Input, Textarea } from "../../../ui/forms/input";
import { counted } from "../lists/counted";
import { FormDialog, StaffForm } from "../lists/staff-form";

const check = fieldCheck({ name: required("Name is required") });

interface CategoryDialogProps {
  /** The category to edit; null while the dialog is closed. */
  category: AdminCategory | null;
  onClose: () => void;
}

/** Name and description of a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  return (
    <FormDialog
      open={category !== null}
      onClose={onClose}
      kind="edit category"
      heading="Edit category"
    >
      {category && <CategoryForm category={category} onClose={onClose} />}
    </FormDialog>
  );
}

function CategoryForm({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const { id, version, posts, is_fixed } = category;
  const [name, setName] = useState(category.name);
  const nameHint = () => {
    if (is_fixed) return "The site's menus link to this category, so it can't be renamed.";
    if (name.trim() === category.name) return "Shown on every post in this category.";
    return `Also changes the name in ${counted(posts, "post")}. Links to the old name lead to the new one.`;
  };
  return (
    <StaffForm
      check={check}
      send={({ name = "", description = "" }) =>
        callApi("PUT", "/api/admin/categories/{id}", {
          path: { id },
          body: { name, description, version },
        })
      }
      done={(saved) => ["Category saved.", saved.name]}
      initial={{ description: category.description }}
      submit="Save category"
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <Field label="Name" name="name" required hint={nameHint()}>
            <Input
              maxLength={CATEGORY_INPUT_NAME_MAX_LENGTH}
              readOnly={is_fixed || isBusy}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            label="Description"
            name="description"
            hint="Shown at the top of the category's page and in search results. Aim for 121 to 155 characters."
          >
            <Textarea
              rows={4}
              maxLength={CATEGORY_INPUT_DESCRIPTION_MAX_LENGTH}
              readOnly={isBusy}
            />
          </Field>
        </>
      )}
    </StaffForm>
  );
}
