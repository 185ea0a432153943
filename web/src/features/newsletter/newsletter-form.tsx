import { cx } from "../../lib/cx";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { FormNotice } from "../forms/form-notice";
import { emailError, errorsOf } from "../forms/rules";
import { useEnquiryForm } from "../forms/use-enquiry-form";

const MESSAGES = {
  success: "Thank you for subscribing to our newsletter!",
  failure: "Failed to subscribe. Please try again.",
} as const;

/** An address for the newsletter. Nothing is sent to it before its owner has followed the link in a first e-mail. */
export function NewsletterForm({ className }: { className?: string }) {
  const { formProps, hidden, initial, errors, isBusy, isSent, notice } = useEnquiryForm({
    type: "newsletter",
    fixed: { name: "Newsletter Subscriber" },
    check: ({ email = "" }) => errorsOf({ email: emailError(email) }),
    messages: MESSAGES,
  });
  return (
    <form {...formProps} aria-label="Newsletter" className={cx("grid gap-3", className)}>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Email address" hideLabel required error={errors.email} className="grow">
          <Input
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@company.co.uk"
            defaultValue={initial.email}
          />
        </Field>
        <Button type="submit" keycap block="phone" busy={isBusy} busyLabel="Subscribing...">
          Subscribe
        </Button>
      </div>
      {hidden}
      <FormNotice notice={notice} />
      <p className="text-small" aria-live="polite">
        {isSent
          ? "One thing is left: follow the link in the e-mail that we have just sent you."
          : "We send a link first, to be sure that the address is yours."}
      </p>
    </form>
  );
}
