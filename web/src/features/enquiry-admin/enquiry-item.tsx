import { useState } from "react";
import { useSite } from "../../lib/site-context";
import type { Enquiry } from "../../lib/types";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { Field } from "../../ui/field";
import { mail } from "../../ui/icons-admin.generated";
import { Select, Textarea } from "../../ui/input";
import { replyUrl } from "./list-url";
import { useStaffCall } from "./use-staff-call";
import { DELIVERY, STATUSES, typeLabel } from "./words";

/** One enquiry: a line that opens into what was sent, what became of it, and what we note at it. */
export function EnquiryItem({ enquiry }: { enquiry: Enquiry }) {
  const { id, name, email, message, status, delivery } = enquiry;
  const label = STATUSES.find(({ value }) => value === status)?.label;
  return (
    <li>
      <details className="enquiry">
        <summary>
          <span className="enquiry-name">{name}</span>
          <span className="enquiry-note wrap-anywhere">{email}</span>
          <span className="enquiry-badges">
            <Badge variant={status === "new" ? "hot" : status === "done" ? "ok" : "draft"}>
              {label}
            </Badge>
            <Badge>{typeLabel(enquiry.type)}</Badge>
            <Badge variant={delivery === "failed" ? "error" : "plain"}>{DELIVERY[delivery]}</Badge>
          </span>
          <time className="enquiry-note num" dateTime={enquiry.created_at}>
            {enquiry.created_text}
          </time>
        </summary>
        <div className="enquiry-body">
          <div className="enquiry-text">
            <p className="enquiry-message">{message || "No message."}</p>
            <Details enquiry={enquiry} />
            <Mails enquiry={enquiry} />
          </div>
          <Marks key={id} enquiry={enquiry} />
        </div>
      </details>
    </li>
  );
}

function Details({ enquiry }: { enquiry: Enquiry }) {
  const { website, company, phone, report_type, source_page, repeats, answers } = enquiry;
  const rows: [string, string][] = [
    ["Website", website],
    ["Company", company],
    ["Telephone", phone],
    ["Recommended", report_type],
    ...Object.entries(answers),
    ["Sent from", source_page],
    ["Sent again", repeats > 0 ? `${repeats} times` : ""],
  ];
  const shown = rows.filter(([, value]) => value !== "");
  if (shown.length === 0) return null;
  return (
    <dl className="enquiry-details">
      {shown.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Mails({ enquiry }: { enquiry: Enquiry }) {
  const { call, isBusy } = useStaffCall();
  if (enquiry.mails.length === 0) return null;
  const retry = (id: string) =>
    call({
      method: "POST",
      path: `/api/admin/outbox/${id}/retry`,
      done: "The mail is tried again now.",
      failed: "The mail could not be tried again",
    });
  return (
    <ul className="enquiry-mails" aria-label="Mails">
      {enquiry.mails.map(({ id, recipient, state, attempts, last_error }) => (
        <li key={id}>
          <p className="wrap-anywhere">
            {`To ${recipient}: ${state}${attempts > 1 ? ` after ${attempts} tries` : ""}`}
            {last_error && <span className="enquiry-note">{` ${last_error}`}</span>}
          </p>
          {state !== "sent" && (
            <Button variant="secondary" size="sm" busy={isBusy} onClick={() => retry(id)}>
              Retry now
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Marks({ enquiry }: { enquiry: Enquiry }) {
  const site = useSite();
  const { call, isBusy } = useStaffCall();
  const [status, setStatus] = useState(enquiry.status);
  const [note, setNote] = useState(enquiry.note);
  const save = () =>
    call({
      method: "PATCH",
      path: `/api/admin/enquiries/${enquiry.id}`,
      body: { status, note },
      done: "Enquiry saved.",
      failed: "The enquiry could not be saved",
    });
  return (
    <div className="enquiry-marks">
      <Field label="Status">
        <Select
          value={status}
          onChange={(event) => setStatus(event.target.value as Enquiry["status"])}
        >
          {STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note" hint="For us only.">
        <Textarea
          rows={3}
          maxLength={5000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="enquiry-actions">
        <Button size="sm" busy={isBusy} busyLabel="Saving" onClick={save}>
          Save
        </Button>
        <ButtonLink
          variant="secondary"
          size="sm"
          icon={mail}
          href={replyUrl(enquiry.email, site.name)}
        >
          Reply by mail
        </ButtonLink>
      </div>
    </div>
  );
}
