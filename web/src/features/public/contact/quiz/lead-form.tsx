import { type RefObject, useEffect } from "react";
import { LEAD, type ReportType } from "../../../../content/quiz";
import { emailError, fieldCheck, nameError, websiteError } from "../../../../lib/form-rules";
import { Button } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { circleCheck } from "../../../../ui/base/icons.generated";
import { Form } from "../../../../ui/forms/form";
import { ConsentNote } from "../../forms/consent-note";
import { PersonFields, WebsiteField } from "../../forms/person-fields";
import { useEnquiryForm } from "../../forms/use-enquiry-form";

/** Minimum time before the result is shown, in milliseconds: an immediate report would not look prepared. */
const AT_LEAST_MS = 1000;

interface LeadFormProps {
  reportType: ReportType;
  answers: Record<string, string>;
  /** Focused when the step is shown. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  onSent: () => void;
  /** Called with true when sending begins, and with false when it ends. */
  onSending: (isSending: boolean) => void;
  /** Called to show the form again. */
  onAgain: () => void;
}

/** Asks for the contact details of the person whom the report or call is for. */
export function LeadForm({
  reportType,
  answers,
  headingRef,
  onSent,
  onSending,
  onAgain,
}: LeadFormProps) {
  const words = reportType === "discovery-call" ? LEAD.call : LEAD.report;
  const form = useEnquiryForm({
    type: "quiz-lead",
    check: fieldCheck({ name: nameError, email: emailError, website: websiteError }),
    messages: { success: words.toast, failure: LEAD.failure },
    extra: () => ({ report_type: reportType, answers }),
    atLeast: AT_LEAST_MS,
    onSent,
  });
  useEffect(() => onSending(form.isBusy), [form.isBusy, onSending]);
  if (form.isSent) {
    return (
      <div className="grid justify-items-start gap-5">
        <Icon of={circleCheck} size={32} className="text-green" />
        <h3 ref={headingRef} tabIndex={-1} className="text-d4">
          {words.success}
        </h3>
        <Button
          variant="secondary"
          block="phone"
          onClick={() => {
            form.reset();
            onAgain();
          }}
        >
          {LEAD.again}
        </Button>
      </div>
    );
  }
  return (
    <Form {...form.formProps} className="grid gap-5">
      {form.hidden}
      <h3 ref={headingRef} tabIndex={-1} className="text-d3">
        {words.title}
      </h3>
      <PersonFields />
      <WebsiteField label="Website" required />
      <Button type="submit" keycap block="always" busy={form.isBusy} busyLabel="Sending...">
        {words.action}
      </Button>
      <ConsentNote />
    </Form>
  );
}
