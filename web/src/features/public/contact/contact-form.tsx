import { CONTACT_FORM } from "../../../content/contact";
import { emailError, errorsOf, nameError } from "../../../lib/form-rules";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { FormNotice } from "../../../ui/forms/form-notice";
import { Input, Textarea } from "../../../ui/forms/input";
import { ConsentNote } from "../forms/consent-note";
import { PersonFields } from "../forms/person-fields";
import { useEnquiryForm } from "../forms/use-enquiry-form";

/** A message to the company. */
export function ContactForm() {
  const form = useEnquiryForm({
    type: "contact",
    check: ({ name = "", email = "", message = "" }) =>
      errorsOf({
        name: nameError(name),
        email: emailError(email),
        message: message.trim() === "" ? CONTACT_FORM.missingMessage : null,
      }),
    messages: { success: CONTACT_FORM.success, failure: CONTACT_FORM.failure },
  });
  const { errors, initial, isBusy } = form;
  return (
    <form {...form.formProps} className="contact-panel grid gap-6 p-8 max-md:px-4.5 max-md:py-5.5">
      {form.hidden}
      <FormNotice notice={form.notice} />
      <div className="grid items-start gap-x-5 gap-y-6 md:grid-cols-2">
        <PersonFields errors={errors} initial={initial} />
      </div>
      <Field label="Company or website (optional)" error={errors.company}>
        <Input
          name="company"
          autoComplete="organization"
          maxLength={200}
          defaultValue={initial.company}
        />
      </Field>
      <Field label="Message" required error={errors.message}>
        <Textarea name="message" rows={5} maxLength={5000} defaultValue={initial.message} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <Button
          type="submit"
          size="lg"
          keycap
          block="phone"
          busy={isBusy}
          busyLabel={CONTACT_FORM.busy}
        >
          {CONTACT_FORM.action}
        </Button>
        <div className="md:max-w-72">
          <ConsentNote />
        </div>
      </div>
    </form>
  );
}
