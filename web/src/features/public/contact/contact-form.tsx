import { useEffect, useRef } from "react";
import { CONTACT_FORM } from "../../../content/contact";
import { SEND_DATA_COMPANY_MAX_LENGTH } from "../../../generated/limits";
import { emailError, fieldCheck, nameError, required } from "../../../lib/form-rules";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { FormNotice } from "../../../ui/forms/form-notice";
import { Input, Textarea } from "../../../ui/forms/input";
import { ConsentNote } from "../forms/consent-note";
import { PersonFields } from "../forms/person-fields";
import { useEnquiryForm } from "../forms/use-enquiry-form";
import { clearCarried, placeCarried } from "../tools/carried-message";

/** A message to the company. */
export function ContactForm() {
  const form = useEnquiryForm({
    type: "contact",
    check: fieldCheck({
      name: nameError,
      email: emailError,
      message: required(CONTACT_FORM.missingMessage),
    }),
    messages: { success: CONTACT_FORM.success, failure: CONTACT_FORM.failure },
    onSent: () => clearCarried("contact"),
  });
  const message = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (message.current) placeCarried("contact", message.current);
  }, []);
  return (
    <Form {...form.formProps} className="contact-panel grid gap-6 p-8 max-md:px-4.5 max-md:py-5.5">
      {form.hidden}
      <FormNotice outcome={form.outcome} />
      <div className="grid items-start gap-x-5 gap-y-6 md:grid-cols-2">
        <PersonFields />
      </div>
      <Field label="Company or website (optional)" name="company">
        <Input autoComplete="organization" maxLength={SEND_DATA_COMPANY_MAX_LENGTH} />
      </Field>
      <Field label="Message" name="message" required>
        <Textarea ref={message} rows={5} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <Button
          type="submit"
          size="lg"
          keycap
          block="phone"
          busy={form.isBusy}
          busyLabel={CONTACT_FORM.busy}
        >
          {CONTACT_FORM.action}
        </Button>
        <div className="md:max-w-72">
          <ConsentNote />
        </div>
      </div>
    </Form>
  );
}
