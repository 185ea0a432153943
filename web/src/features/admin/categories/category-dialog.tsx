import { useId, useState } from "react";
import type { AdminCategory } from "../../../generated/api";
import {
  CATEGORY_INPUT_DESCRIPTION_MAX_LENGTH,
  CATEGORY_INPUT_NAME_MAX_LENGTH,
} from "../../../generated/limits";
import { type ApiFailure, callApi } from "../../../lib/api";
import { type FieldErrors, hasErrors } from "../../../lib/form-rules";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input, Textarea } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { useForm } from "../../../ui/forms/use-form";
import { Dialog } from "../../../ui/overlay/dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf, useSignInAgain } from "../lists/use-staff-call";
import { postsText } from "./category-table";

interface CategoryDialogProps {
  /** The category to edit; null while the dialog is closed. */
  category: AdminCategory | null;
  onClose: () => void;
}

/** Name and description of a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const heading = useId();
  return (
    <Dialog open={category !== null} onClose={onClose} title="edit category" labelledBy={heading}>
      {category && <CategoryForm category={category} onClose={onClose} heading={heading} />}
    </Dialog>
  );
}

interface Failure {
  fields: FieldErrors;
  /** Why it failed when no field is wrong. */
  message: string | null;
}

interface CategoryFormProps {
  category: AdminCategory;
  onClose: () => void;
  /** Id of the heading. */
  heading: string;
}

function CategoryForm({ category, onClose, heading }: CategoryFormProps) {
  const { id, version, posts, is_fixed } = category;
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const [name, setName] = useState(category.name);
  const isRenamed = name.trim() !== category.name;
  const form = useForm({
    check: (): Failure | null =>
      name.trim() ? null : { fields: { name: "Name is required" }, message: null },
    send: ({ description = "" }) =>
      callApi("PUT", "/api/admin/categories/{id}", {
        path: { id },
        body: { name, description, version },
      }),
    failureOf: ({ status, error }: ApiFailure): Failure => {
      if (status === 401) signInAgain();
      const fields = error.fields ?? {};
      return { fields, message: hasErrors(fields) ? null : reasonOf(error) };
    },
    onDone: (saved) => {
      toast("success", "Category saved.", saved.name);
      onClose();
      navigate(location.pathname + location.search, { replace: true, keepScroll: true });
    },
    fallback: "[name=description]",
  });
  const nameHint = () => {
    if (is_fixed) return "The menus of the site link to this category: it keeps its name.";
    if (!isRenamed) return "As posts carry it.";
    return `Also changes the name in ${postsText(posts)}. Links to the old name lead to the new one.`;
  };
  return (
    <Form
      className="grid gap-5"
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      initial={{ description: category.description }}
    >
      <h2 id={heading} className="text-d4 wrap-anywhere">
        Edit category
      </h2>
      {form.failure?.message && (
        <Notice kind="error" role="alert">
          <p>{form.failure.message}</p>
        </Notice>
      )}
      <Field label="Name" name="name" required hint={nameHint()}>
        <Input
          maxLength={CATEGORY_INPUT_NAME_MAX_LENGTH}
          readOnly={is_fixed}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label="Description"
        name="description"
        hint="Shown at the top of the category's page and in search results. 120 to 155 characters fit."
      >
        <Textarea rows={4} maxLength={CATEGORY_INPUT_DESCRIPTION_MAX_LENGTH} />
      </Field>
      <div className="confirm-actions">
        <Button variant="secondary" disabled={form.isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} busyLabel="Saving...">
          Save category
        </Button>
      </div>
    </Form>
  );
}
