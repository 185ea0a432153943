import { useState } from "react";
import type { Enquiry, EnquiryChange } from "../../../generated/api";
import { ENQUIRY_CHANGE_NOTE_MAX_LENGTH } from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { useSite } from "../../../lib/site-context";
import { Badge } from "../../../ui/base/badge";
import { Button, ButtonLink } from "../../../ui/base/button";
import { mail } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Select, Textarea } from "../../../ui/forms/input";
import { labelOf } from "../lists/choice";
import { counted } from "../lists/counted";
import { DeliveryBadge } from "../lists/delivery-badge";
import { Entry, EntryDetails } from "../lists/entry";
import { replyUrl } from "../lists/list-url";
import { MailList } from "../lists/mail-list";
import { useStaffCall } from "../lists/use-staff-call";
import { useUnkeptLeaveGuard } from "../shared/use-leave-guard";
import { STATUSES, TYPES } from "./words";

/** One enquiry: a row that opens to show what was sent, its emails, and the status and note of staff. */
export function EnquiryItem({ enquiry }: { enquiry: Enquiry }) {
  const { status, repeats } = enquiry;
  return (
    <Entry
      summary={
        <>
          <span className="entry-name">{enquiry.name}</span>
          <span className="entry-note wrap-anywhere">{enquiry.email}</span>
          <span className="entry-badges">
            <Badge variant={status === "new" ? "hot" : status === "done" ? "ok" : "draft"}>
              {labelOf(STATUSES, status)}
            </Badge>
            <Badge>{labelOf(TYPES, enquiry.type)}</Badge>
            <DeliveryBadge delivery={enquiry.delivery} />
          </span>
          <time className="entry-note num" dateTime={htmlTime(enquiry.created_at)}>
            {enquiry.created_text}
          </time>
        </>
      }
      actions={<Marks enquiry={enquiry} />}
    >
      <p className="entry-message">{enquiry.message || "No message."}</p>
      <EntryDetails
        rows={[
          ["Website", enquiry.website],
          ["Company", enquiry.company],
          ["Phone", enquiry.phone],
          ["Recommended", enquiry.report_type],
          ...Object.entries(enquiry.answers),
          ["Sent from", enquiry.source_page],
          ["Sent again", repeats > 0 && counted(repeats, "time")],
        ]}
      />
      <MailList mails={enquiry.mails} />
    </Entry>
  );
}

const UNCHANGED: EnquiryChange = { status: null, note: null, note_before: null };

/**
 * Status and note. A value that is not edited follows the enquiry, which others may change meanwhile, and is not sent.
 */
function Marks({ enquiry }: { enquiry: Enquiry }) {
  const site = useSite();
  const { call, isBusy } = useStaffCall();
  const [edited, setEdited] = useState(UNCHANGED);
  /** The values saved last, shown until the list contains them. */
  const [saved, setSaved] = useState(UNCHANGED);
  const [shown, setShown] = useState(enquiry);
  if (shown !== enquiry) {
    setShown(enquiry);
    setEdited({
      ...(edited.note === saved.note ? UNCHANGED : edited),
      status: edited.status === saved.status ? null : edited.status,
    });
    setSaved(UNCHANGED);
  }
  const status = edited.status ?? enquiry.status;
  const note = edited.note ?? enquiry.note;
  const isKept = isBusy || edited === saved;
  useUnkeptLeaveGuard(!isKept && (status !== enquiry.status || note !== enquiry.note));
  const save = () =>
    call({
      send: async () => {
        const result = await callApi("PATCH", "/api/admin/enquiries/{id}", {
          path: { id: enquiry.id },
          body: edited,
        });
        if (!result.ok) return result;
        setSaved(edited);
        const { note } = edited;
        // What was typed during the call is an edit of the saved note.
        if (note !== null)
          setEdited((now) => (now === edited ? now : { ...now, note_before: note }));
        return result;
      },
      done: "Enquiry saved.",
      failed: "The enquiry could not be saved",
      isForm: true,
    });
  return (
    <>
      <Field label="Status">
        <Select
          value={status}
          onChange={(event) =>
            setEdited({ ...edited, status: event.target.value as Enquiry["status"] })
          }
        >
          {STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note" hint="For staff only.">
        <Textarea
          rows={3}
          maxLength={ENQUIRY_CHANGE_NOTE_MAX_LENGTH}
          value={note}
          onChange={(event) =>
            setEdited({
              ...edited,
              note: event.target.value,
              // The note as it was at the first keystroke, so that nobody else's is overwritten.
              note_before: saved.note ?? edited.note_before ?? note,
            })
          }
        />
      </Field>
      <div className="entry-actions">
        <Button size="sm" busy={isBusy} busyLabel="Saving" onClick={save}>
          Save
        </Button>
        <ButtonLink
          variant="secondary"
          size="sm"
          icon={mail}
          href={replyUrl(enquiry.email, `Your message to ${site.name}`)}
        >
          Reply by email
        </ButtonLink>
      </div>
    </>
  );
}
