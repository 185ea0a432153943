import { useState } from "react";
import type { MailRecord } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { useStaffCall } from "./use-staff-call";

const LABEL: Record<string, string> = {
  "visitor-booking": "Confirmation to the visitor",
  "visitor-booking-moved": "New time to the visitor",
  "visitor-booking-cancelled": "Cancellation to the visitor",
  "visitor-booking-reminder": "Reminder to the visitor",
};

/** What an email is for. */
const purposeOf = (kind: string): string =>
  LABEL[kind] ?? (kind.startsWith("visitor-") ? "Email to the visitor" : "Email to us");

/** Returns the purpose of each email, numbered from the second of a kind on: "Email to us, 2". */
function namesOf(mails: MailRecord[]): string[] {
  const seen = new Map<string, number>();
  return mails.map(({ kind }) => {
    const purpose = purposeOf(kind);
    const turn = (seen.get(purpose) ?? 0) + 1;
    seen.set(purpose, turn);
    return turn > 1 ? `${purpose}, ${turn}` : purpose;
  });
}

/** Returns the delivery state of an email: "sent", "failed after 3 tries". */
function stateText({ state, attempts }: MailRecord): string {
  const stands = state === "queued" && attempts === 0 ? "scheduled" : state;
  return `${stands}${attempts > 1 ? ` after ${attempts} tries` : ""}`;
}

/** The emails that an entry has caused, each with a button that retries a failed delivery. */
export function MailList({ mails }: { mails: MailRecord[] }) {
  const { call, isBusy } = useStaffCall();
  /** The email whose button was pressed last. */
  const [retried, setRetried] = useState<string | null>(null);
  if (mails.length === 0) return null;
  const names = namesOf(mails);
  const retry = (id: string) => {
    setRetried(id);
    void call({
      send: () => callApi("POST", "/api/admin/outbox/{id}/retry", { path: { id } }),
      done: "Retrying the email.",
      failed: "The email could not be retried",
    });
  };
  return (
    <ul className="entry-mails" aria-label="Emails">
      {mails.map((mail, index) => (
        <li key={mail.id}>
          <p className="wrap-anywhere">
            {names[index]} <span className="entry-note">{stateText(mail)}</span>
            {mail.last_error && <span className="entry-note">{mail.last_error}</span>}
          </p>
          {mail.state === "failed" || (mail.state === "queued" && mail.attempts > 0) ? (
            <Button
              variant="secondary"
              size="sm"
              busy={isBusy && retried === mail.id}
              disabled={isBusy && retried !== mail.id}
              onClick={() => retry(mail.id)}
            >
              Retry now<span className="sr-only">: {names[index]}</span>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
