import { type FormEvent, useState } from "react";
import { callApi } from "../../../lib/api";
import { withQuery } from "../../../lib/url";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { counted } from "../lists/counted";
import { useDownload } from "../lists/use-download";
import { useStaffCall } from "../lists/use-staff-call";

/** Exports or erases the stored data of one person. Without scripts, the export is a plain GET form. */
export function PersonForm({ retentionMonths }: { retentionMonths: number }) {
  const [email, setEmail] = useState("");
  const { call, isBusy } = useStaffCall();
  /** Text about data that was not erased. */
  const [note, setNote] = useState<string | null>(null);

  const [isAsking, setIsAsking] = useState(false);

  const save = useDownload("The data could not be exported");

  const ask = (event: FormEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.form?.reportValidity()) return;
    setNote(null);
    setIsAsking(true);
  };
  const erase = () =>
    call({
      send: () => callApi("DELETE", "/api/admin/people", { query: { email } }),
      done: "The person's data has been erased.",
      toastOf: ({ note, ...counts }) => {
        setNote(note);
        return Object.values(counts).some(Boolean) ? null : ["success", "Nothing to erase."];
      },
      failed: "The data could not be erased",
    });

  return (
    <section className="person-form" aria-labelledby="person-heading">
      <h2 id="person-heading" className="text-d4">
        One person's data
      </h2>
      <p>
        {`Enquiries and calls are deleted after ${counted(retentionMonths, "month")}. To export or erase them, enter an email address.`}
      </p>
      <form
        action="/api/admin/people"
        data-native=""
        onSubmit={(event) => {
          event.preventDefault();
          void save(withQuery("/api/admin/people", { email }));
        }}
      >
        <Field label="Email address" required>
          <Input
            type="email"
            name="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Export data
        </Button>
        <Button variant="danger" onClick={ask}>
          Erase data
        </Button>
      </form>
      {note && (
        <Notice kind="info" role="status">
          {note}
        </Notice>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        kind="erase data"
        question={`Erase all data about ${email}?`}
        action="Erase everything"
        busyLabel="Erasing"
        isBusy={isBusy}
        keep="Keep it"
        onConfirm={erase}
        onDone={() => setEmail("")}
      >
        <p className="text-soft">
          This erases what they sent, their calls, subscription and account (unless it has admin
          rights), our emails to them, and their name in the audit log. It cannot be undone.
        </p>
      </ConfirmDialog>
    </section>
  );
}
