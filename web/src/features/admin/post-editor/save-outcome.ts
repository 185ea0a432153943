import type { ApiFailure } from "../../../lib/api";
import { type FieldErrors, fieldCheck, hasErrors, required } from "../../../lib/form-rules";
import type { PostForm } from "./post-form";

export const REQUIRED = "Title and slug are required";
const MISSING = "Missing required fields";
export const SIGN_IN_AGAIN = "Authentication required. Please log in again.";

/** Why a post was not saved. The form always keeps its content. */
export interface SaveFailure {
  /** Title and text of the toast. */
  title: string;
  text?: string;
  fields: FieldErrors;
  /** The form as it was. */
  form?: PostForm;
  /** The notice above the form until the next attempt. */
  notice?: "conflict" | "sign-in" | "gone";
  /** Whether the deleted post can be restored from the trash. */
  isInTrash?: boolean;
  /** Whether the save was to stay in the editor: the focus then moves only if a field is invalid. */
  isInPlace?: boolean;
}

const checkRequired = fieldCheck({ title: required(REQUIRED), slug: required(REQUIRED) });

/** Returns the failure for a missing title or slug; null if both are there. */
export function missingFields(form: Pick<PostForm, "title" | "slug">): SaveFailure | null {
  const fields = checkRequired(form);
  return hasErrors(fields) ? { title: MISSING, text: REQUIRED, fields } : null;
}

/** Returns the failure to show for a refused save. */
export function failureOf(result: ApiFailure, isNew: boolean): SaveFailure {
  const { status, error } = result;
  const title = isNew ? "Error creating post" : "Error updating post";
  const fields = error.fields ?? {};
  if (status === 401) {
    const text = "Please try logging in again";
    return { title: "Authentication error", text, fields: {}, notice: "sign-in" };
  }
  if (status === 409 && error.code === "edit_conflict") {
    return { title, text: error.message, fields: {}, notice: "conflict" };
  }
  if (status === 404 && !isNew) {
    return { title, text: error.message, fields: {}, notice: "gone" };
  }
  if (error.message === REQUIRED) return { title: MISSING, text: REQUIRED, fields };
  if (error.code === "network") {
    return {
      title,
      text: "Check the connection and try again. Nothing you typed is lost.",
      fields,
    };
  }
  // A success status with an unreadable body: the post may have been saved.
  if (status < 400) return { title: "Error", text: "Failed to save post", fields };
  return { title, text: error.message || "Unexpected error occurred", fields };
}
