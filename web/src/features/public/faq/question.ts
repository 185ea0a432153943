import { emailError, errorsOf, type FieldErrors, type Values } from "../../../lib/form-rules";

/** Toasts for the result of sending a question. */
export const QUESTION_MESSAGES = {
  success: "Your question has been sent! We'll get back to you soon.",
  failure: "Failed to send your question. Please try again.",
} as const;

export const BOTH_MESSAGE = "Please enter both your email and your question";

/** Whether neither is blank. */
export const isComplete = (email: string, question: string): boolean =>
  email.trim() !== "" && question.trim() !== "";

/** Returns the messages for a question: for blank fields, and for an invalid address. */
export function questionErrors({ email = "", message = "" }: Values): FieldErrors {
  if (!isComplete(email, message)) {
    return email.trim() === "" ? { email: BOTH_MESSAGE } : { message: BOTH_MESSAGE };
  }
  return errorsOf({ email: emailError(email) });
}
