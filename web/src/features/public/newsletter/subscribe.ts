import { emailError } from "../../../lib/form-rules";
import { importChunk } from "../../../ui/base/use-chunk";
import { toast } from "../../../ui/overlay/toast-store";
import { sendEnquiry } from "../forms/enquiry";

/** Result of a subscription: "sent"; "wrong", with the reason; or "ready": not sent, the address is still in the form. */
export type Answer = { kind: "sent" | "ready" } | { kind: "wrong"; message: string };

/** Checks the address in a form, subscribes it and shows the result in a toast. Once it is subscribed the form is emptied. */
export async function subscribe(form: HTMLFormElement): Promise<Answer> {
  const data = new FormData(form);
  const email = text(data, "email");
  const wrong = emailError(email);
  if (wrong) return refusal(form, wrong);
  const values = { email, name: text(data, "name"), nickname: text(data, "nickname") };
  const result = await sendEnquiry("newsletter", values);
  if (result.ok) {
    // An address that was typed meanwhile stays.
    if (text(new FormData(form), "email") === email) form.reset();
    toast("success", "Thank you for subscribing to our newsletter!");
    return { kind: "sent" };
  }
  const message = result.error.fields?.email;
  if (message) return refusal(form, message);
  // What the visitor can do something about is said in the server's words.
  const detail = result.status === 429 ? result.error.message : undefined;
  toast("error", "Failed to subscribe. Please try again.", detail);
  return { kind: "ready" };
}

/** Refuses the address. Its field takes the focus then, and is read with the message, unless it has the focus already. */
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
