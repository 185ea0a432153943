import { useId, useRef, useState } from "react";
import { cx } from "../../../lib/cx";
import { mayTakeFocus } from "../../../lib/focus";
import { Button } from "../../../ui/base/button";
import { messageCircleQuestionMark } from "../../../ui/base/icons-tools.generated";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { FormNotice } from "../../../ui/forms/form-notice";
import { Textarea } from "../../../ui/forms/input";
import { EmailField } from "../forms/person-fields";
import { useEnquiryForm } from "../forms/use-enquiry-form";
import { isComplete, QUESTION_MESSAGES, questionErrors } from "./question";

/** A button that shows the form for a question. Without JavaScript the form is always shown. */
export function QuestionForm() {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLTextAreaElement>(null);
  const { formProps, hidden, isBusy, outcome } = useEnquiryForm({
    type: "footer",
    fixed: { name: "FAQ Question" },
    check: questionErrors,
    messages: QUESTION_MESSAGES,
    onSent: () => {
      onInput();
      // The visitor has begun another question while this one was being sent.
      if (question.current?.value) return;
      setOpen(false);
      if (mayTakeFocus(question.current?.form)) opener.current?.focus();
    },
  });
  const [open, setOpen] = useState(outcome !== null);
  // A form rejected by a POST without JavaScript can be sent again unchanged, as it shows what is missing.
  const [complete, setComplete] = useState(outcome !== null);

  const onInput = () => {
    const form = new FormData(question.current?.form ?? undefined);
    setComplete(isComplete(String(form.get("email")), String(form.get("message"))));
  };
  return (
    <>
      <Button
        ref={opener}
        variant="secondary"
        trailing={messageCircleQuestionMark}
        aria-expanded={open}
        aria-controls={id}
        className="noscript:hidden"
        // The form must stay until the response is there.
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (isBusy) return;
          // After a reload, browsers fill in the fields again without an input event.
          onInput();
          setOpen(!open);
        }}
      >
        Ask us a question
      </Button>
      <Form
        {...formProps}
        id={id}
        aria-label="Ask us a question"
        className={cx(
          "w-full gap-4 border-t border-line pt-5",
          open ? "grid" : "hidden noscript:grid",
        )}
        onInput={onInput}
      >
        <FormNotice outcome={outcome} />
        <EmailField label="Your email" placeholder="you@company.co.uk" />
        <Field label="Your question" name="message" required>
          <Textarea ref={question} rows={3} />
        </Field>
        {hidden}
        <Button
          type="submit"
          className="justify-self-start disabled:bg-paper-rule"
          // While `open` is false, the form is shown only without JavaScript, where the server checks the fields.
          disabled={open && !complete}
          busy={isBusy}
          busyLabel="Sending..."
        >
          Send question
        </Button>
      </Form>
    </>
  );
}
