import { type FormEvent, useEffect, useRef, useState } from "react";
import { cx } from "../../../lib/cx";
import { useFormOutcome } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Icon } from "../../../ui/base/icon";
import { circleAlert } from "../../../ui/base/icons.generated";
import { importChunk } from "../../../ui/base/use-chunk";

const loadSubscribe = () => import("./subscribe");

/** The form's state. After a POST without JavaScript, the first state is its result. */
type State = { kind: "ready" | "busy" | "sent" } | { kind: "wrong"; message: string };

/**
 * Newsletter sign-up. Sends no newsletters before the address is confirmed by the link in a first email. As the form is
 * below every article, the code that checks and sends is loaded on first use.
 */
export function NewsletterForm({ className }: { className?: string }) {
  const outcome = useFormOutcome("newsletter");
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>(() => {
    if (!outcome) return { kind: "ready" };
    if (outcome.status === "sent") return { kind: "sent" };
    return { kind: "wrong", message: outcome.errors.email ?? outcome.message };
  });
  const isWrong = state.kind === "wrong";

  const posted = useRef(state);
  useEffect(() => {
    // After a POST without JavaScript, the field already has the focus by `autoFocus`, and the visitor may since have
    // moved on.
    if (isWrong && state !== posted.current) input.current?.focus();
  }, [isWrong, state]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.kind === "busy") return;
    const form = event.currentTarget;
    setState({ kind: "busy" });
    const chunk = await importChunk(loadSubscribe);
    if (!chunk) return setState({ kind: "ready" });
    setState(await chunk.subscribe(form));
  };

  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      aria-label="Newsletter"
      className={cx("grid gap-3", className)}
    >
      <div className="flex flex-wrap items-start gap-3">
        <div className="field grow">
          <label htmlFor="newsletter-email" className="sr-only">
            Email address
          </label>
          <input
            ref={input}
            id="newsletter-email"
            name="email"
            type="email"
            required
            autoComplete="email"
            placeholder="you@company.co.uk"
            defaultValue={outcome?.values.email}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: for a form rejected by a POST without JavaScript
            autoFocus={isWrong}
            onInput={() => isWrong && setState({ kind: "ready" })}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? "newsletter-error" : undefined}
          />
          {isWrong && (
            <p id="newsletter-error" className="field-error">
              <Icon of={circleAlert} size={16} />
              <span>{state.message}</span>
            </p>
          )}
        </div>
        <Button
          type="submit"
          keycap
          block="phone"
          busy={state.kind === "busy"}
          busyLabel="Subscribing..."
        >
          Subscribe
        </Button>
      </div>
      <input type="hidden" name="type" value="newsletter" />
      <input type="hidden" name="name" value="Newsletter Subscriber" />
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input name="nickname" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {outcome?.status === "sent" && state.kind === "sent" && (
        <p className="font-semibold">{outcome.message}</p>
      )}
      <p className="text-small" aria-live="polite">
        {state.kind === "sent"
          ? "One more step: follow the link in the email we've just sent you."
          : "We'll email you a link to confirm the address is yours."}
      </p>
    </form>
  );
}
