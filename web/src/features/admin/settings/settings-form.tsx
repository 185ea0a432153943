import { useState } from "react";
import { CALL_LENGTH } from "../../../content/booking";
import type { ErrorDetail, VersionedSettings } from "../../../generated/api";
import { type ApiFailure, callApi } from "../../../lib/api";
import { type FieldErrors, hasErrors, type Values } from "../../../lib/form-rules";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input, Textarea } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";
import { withSession } from "../accounts/recent-sign-in";
import { reasonOf } from "../lists/use-staff-call";
import { useUnkeptLeaveGuard } from "../shared/use-leave-guard";
import { ProfileFields } from "./profile-fields";
import { checkSettings, placedErrors, settingsOf, valuesOf, WEEKDAYS } from "./settings-values";

interface Failure {
  fields: FieldErrors;
  message: string;
}

const isConflict = ({ code }: ErrorDetail): boolean => code === "edit_conflict";

/** Returns the failure for a refusal by the server, together with the findings of the client-side checks. */
function failureOf({ status, error }: ApiFailure, values: Values): Failure {
  const fields = placedErrors(error.fields ?? {}, values);
  return {
    fields: status === 422 ? { ...fields, ...checkSettings(values) } : fields,
    message: isConflict(error)
      ? `${error.message}. Save again to replace their changes with yours, or reload the page to see them.`
      : reasonOf(error),
  };
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface SettingsFormProps {
  /** The settings that the fields show first. */
  of: VersionedSettings;
  /** Number of the version that is edited. */
  version: number;
  /** Whether the fields show something that is not saved, such as an earlier version. */
  isUnsaved: boolean;
  onEdit: () => void;
  onSaved: () => void;
  /** Somebody else has saved another version meanwhile: `version` must become that one. */
  onConflict: () => void;
}

/** The settings of the site as one form. */
export function SettingsForm({
  of: { settings },
  version,
  isUnsaved,
  onEdit,
  onSaved,
  onConflict,
}: SettingsFormProps) {
  useUnkeptLeaveGuard(isUnsaved);
  // After a save, other defaults would replace the values of fields that nobody has edited.
  const [initial] = useState(() => valuesOf(settings));
  const form = useForm({
    keepsValues: true,
    // The server finds most mistakes, so all are shown together after its response.
    check: () => null,
    send: async (values) => {
      const body = { settings: settingsOf(values), version };
      const result = await withSession(() => callApi("PUT", "/api/admin/settings", { body }));
      if (result.ok) return result;
      if (isConflict(result.error)) onConflict();
      return { ok: false, failure: failureOf(result, values) };
    },
    failureOf: (refused: { ok: false; failure: Failure }) => refused.failure,
    onDone: () => {
      toast("success", "Settings saved.");
      onSaved();
    },
    onFailed: ({ message }) => toast("error", "Settings not saved", message),
    fallback: "#settings-message",
  });
  const { failure, isBusy } = form;

  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      onChange={onEdit}
      errors={failure?.fields ?? {}}
      initial={initial}
      className="settings-form"
      aria-label="Site details"
    >
      {failure && !hasErrors(failure.fields) && (
        <Notice kind="error" id="settings-message" tabIndex={-1}>
          {failure.message}
        </Notice>
      )}
      <section className="editor-card" aria-labelledby="company">
        <h2 id="company" className="text-d4">
          Company
        </h2>
        <Field
          label="Registered name"
          name="legal_name"
          required
          hint="Used in the footer, emails and structured data."
        >
          <Input readOnly={isBusy} />
        </Field>
        <Field label="Strapline" name="strapline" hint="One sentence under the logo in the footer.">
          <Textarea rows={2} readOnly={isBusy} />
        </Field>
        <Field
          label="Contact email"
          name="contact_email"
          required
          hint="Receives enquiries and appears on the contact page."
        >
          <Input type="email" autoComplete="off" readOnly={isBusy} />
        </Field>
        <Field label="Founded in" name="founding_year" className="settings-number">
          <Input inputMode="numeric" readOnly={isBusy} />
        </Field>
      </section>
      <ProfileFields count={settings.social_profiles.length} readOnly={isBusy} onChange={onEdit} />
      <section className="editor-card" aria-labelledby="calls">
        <h2 id="calls" className="text-d4">
          Discovery calls
        </h2>
        <Field
          label="Meeting link"
          name="bookings.meeting_link"
          hint="Where calls take place. Each keeps the link set when it was booked or moved."
        >
          <Input type="url" autoComplete="off" readOnly={isBusy} />
        </Field>
        <fieldset className="settings-hours">
          <legend className="field-label">Opening hours</legend>
          <p className="field-hint">For example 09:30-17:00. Leave empty if closed.</p>
          {WEEKDAYS.map((day) => (
            <Field key={day} label={capitalised(day)} name={`bookings.hours.${day}`}>
              <Input placeholder="Closed" autoComplete="off" readOnly={isBusy} />
            </Field>
          ))}
        </fieldset>
        <div className="settings-numbers">
          <Field
            label="Call length (minutes)"
            name="bookings.slot_minutes"
            hint={`Pages and emails say ${CALL_LENGTH}, whatever you set here.`}
          >
            <Input inputMode="numeric" readOnly={isBusy} />
          </Field>
          <Field label="Gap after a call (minutes)" name="bookings.buffer_minutes">
            <Input inputMode="numeric" readOnly={isBusy} />
          </Field>
          <Field label="Minimum notice (hours)" name="bookings.lead_hours">
            <Input inputMode="numeric" readOnly={isBusy} />
          </Field>
          <Field label="Booking window (days)" name="bookings.days_ahead">
            <Input inputMode="numeric" readOnly={isBusy} />
          </Field>
        </div>
        <Field
          label="Days off"
          name="bookings.days_off"
          hint="One per line: 2026-12-24 for a single day, 12-25 for every year."
        >
          <Textarea rows={4} spellCheck={false} readOnly={isBusy} />
        </Field>
      </section>
      <div className="settings-save">
        <Button type="submit" keycap busy={isBusy} busyLabel="Saving...">
          Save changes
        </Button>
      </div>
    </Form>
  );
}
