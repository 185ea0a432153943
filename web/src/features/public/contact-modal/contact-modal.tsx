import { useId } from "react";
import { emailError, fieldCheck, nameError, websiteError } from "../../../lib/form-rules";
import { useSite } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Found } from "../../../ui/base/found";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Textarea } from "../../../ui/forms/input";
import { Dialog } from "../../../ui/overlay/dialog";
import { ConsentNote } from "../forms/consent-note";
import { PersonFields, WebsiteField } from "../forms/person-fields";
import { useEnquiryForm } from "../forms/use-enquiry-form";

const MESSAGES = {
  success: "Your audit request has been sent! We'll get back to you soon.",
  failure: "Failed to send your request. Please try again.",
} as const;

/** The form that asks for an audit, in a dialog. */
export function ContactModal({ onClose }: { onClose: () => void }) {
  const site = useSite();
  const titleId = useId();
  const { formProps, hidden, isBusy } = useEnquiryForm({
    type: "audit",
    check: fieldCheck({ name: nameError, email: emailError, website: websiteError }),
    messages: MESSAGES,
    onSent: onClose,
  });

  return (
    <Dialog
      open
      // The form must stay until the response is there.
      locked={isBusy}
      onClose={onClose}
      title={`${site.shown_host} › book-an-audit`}
      labelledBy={titleId}
    >
      <Form {...formProps} className="grid gap-5">
        <h2 id={titleId} className="text-d2">
          Book an <Found sweep="none">Audit</Found>
        </h2>
        <p className="text-soft">Tell us which site you'd like us to look at.</p>
        <PersonFields />
        <WebsiteField label="Website" required />
        <Field
          label={
            <>
              What worries you about the site?{" "}
              <span className="font-normal text-muted">(optional)</span>
            </>
          }
          name="message"
        >
          <Textarea rows={3} />
        </Field>
        {hidden}
        <Button type="submit" size="lg" block="always" keycap busy={isBusy} busyLabel="Sending...">
          Book an Audit
        </Button>
        <ConsentNote />
      </Form>
    </Dialog>
  );
}
