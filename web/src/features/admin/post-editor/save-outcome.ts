import type { ApiFailure } from "../../../lib/api";
import { type FieldErrors, fieldCheck, hasErrors, required } from "../../../lib/form-rules";
import type { PostForm } from "./post-form";

export const REQUIRED = "Title and slug are required";
export const MISSING = "Missing required fields";
export const SIGN_IN_AGAIN = "Authentication required. Please log in again.";

/** Why a post was not saved. What was typed stays in every case. */
export interface SaveFailure {
  /** Title and text of the toast. */
  title: string;
  text?: string;
  fields: FieldErrors;
  /** Notice above the form until the next try. */
  notice?: "conflict" | "sign-in" | "gone";
  /** Of a post that is gone: it can be taken out of the trash. */
  isInTrash?: boolean;
  /** The editor was to go on: the cursor stays where it is unless a field is wrong. */
  isInPlace?: boolean;
}

const checkRequired = fieldCheck({ title: required(REQUIRED), slug: required(REQUIRED) });

/** Title and slug where they are missing; null when both are there. */
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
  // Taken, or so it seems, but what came back says nothing of it.
  if (status < 400) return { title: "Error", text: "Failed to save post", fields };
  return { title, text: error.message || "Unexpected error occurred", fields };
}
