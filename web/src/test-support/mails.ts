import type { MailRecord } from "../generated/api";

/** An email that was not delivered. */
export const failedMail: MailRecord = {
  id: "0193",
  kind: "enquiry",
  recipient: "anna@site.example",
  subject: "Your call",
  state: "failed",
  attempts: 3,
  last_error: "no such mailbox",
  next_attempt_at: "2026-11-25T09:00:00Z",
  created_at: "2026-11-25T09:00:00Z",
  sent_at: null,
};
