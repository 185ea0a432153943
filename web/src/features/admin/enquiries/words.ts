import type { Enquiry } from "../../../generated/api";
import type { Choice } from "../lists/choice";

/** The states of an enquiry, in the order in which staff work through them. */
export const STATUSES: { value: Enquiry["status"]; label: string }[] = [
  { value: "new", label: "New" },
  { value: "open", label: "Open" },
  { value: "done", label: "Done" },
  { value: "spam", label: "Spam" },
];

/** The forms that enquiries come from. */
export const TYPES: Choice[] = [
  { value: "all", label: "All forms" },
  { value: "contact", label: "Contact" },
  { value: "audit", label: "Audit" },
  { value: "footer", label: "Question" },
  { value: "seo-fix-list", label: "Fix list" },
  { value: "quiz-lead", label: "Quiz" },
  { value: "newsletter", label: "Newsletter" },
];
