import { emailError, errorsOf, type FieldErrors, type Values } from "../../../lib/form-rules";

/** Toasts of a question sent. */
export const QUESTION_MESSAGES = {
  success: "Your question has been sent! We'll get back to you soon.",
  failure: "Failed to send your question. Please try again.",
} as const;

export const BOTH_MESSAGE = "Please enter both your email and your question";

/** True when neither is blank. */
export const isComplete = (email: string, question: string): boolean =>
  email.trim() !== "" && question.trim() !== "";

/** What is wrong with a question: a blank field first, then the form of the address. */
export function questionErrors({ email = "", message = "" }: Values): FieldErrors {
  if (!isComplete(email, message)) {
    return email.trim() === "" ? { email: BOTH_MESSAGE } : { message: BOTH_MESSAGE };
  }
  return errorsOf({ email: emailError(email) });
}
