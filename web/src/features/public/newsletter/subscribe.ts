import { emailError } from "../../../lib/form-rules";
import { importChunk } from "../../../ui/base/use-chunk";
import { toast } from "../../../ui/overlay/toast-store";
import { sendEnquiry } from "../forms/enquiry";

/** Result of a subscription: "sent"; "wrong", with the reason; or "ready" if sending failed and can be tried again. */
export type Answer = { kind: "sent" | "ready" } | { kind: "wrong"; message: string };

/** Checks the address in a form, subscribes it and shows the result in a toast. Resets the form on success. */
export async function subscribe(form: HTMLFormElement): Promise<Answer> {
  const data = new FormData(form);
  const email = text(data, "email");
  const wrong = emailError(email);
  if (wrong) return refusal(form, wrong);
  const values = { email, name: text(data, "name"), nickname: text(data, "nickname") };
  const result = await sendEnquiry("newsletter", values);
  if (result.ok) {
    // Keeps an address that was typed meanwhile.
    if (text(new FormData(form), "email") === email) form.reset();
    toast("success", "Thank you for subscribing to our newsletter!");
    return { kind: "sent" };
  }
  const message = result.error.fields?.email;
  if (message) return refusal(form, message);
  // The server's message is shown only if the visitor can do something about the problem.
  const detail = result.status === 429 ? result.error.message : undefined;
  toast("error", "Failed to subscribe. Please try again.", detail);
  return { kind: "ready" };
}

/**
 * Returns the refusal of the address. The field will take the focus and be read with the message. If it has the focus
 * already, announces the message.
 */
async function refusal(form: HTMLFormElement, message: string): Promise<Answer> {
  const field = document.activeElement;
  if (field && field === form.elements.namedItem("email")) {
    const chunk = await importChunk(() => import("../../../ui/forms/announce"), null);
    chunk?.announce(field, message);
  }
  return { kind: "wrong", message };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
