import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import { AccountForm, FailureNotice } from "./account-fields";
import { SecondStepFields, signInWith, useSecondStep } from "./second-step-fields";
import type { SignInFailure } from "./sign-in-outcome";
import type { SecondStep } from "./two-step/second-step";

interface SecondStepFormProps {
  step: SecondStep;
  email: string;
  next: string | null;
  /** Failure of a POST without scripts, from the server's page. */
  initial: SignInFailure | null;
  retryAfter: number | null;
  /** Called once the account is signed in. */
  onSignedIn: () => void;
  /** Goes back to address and password. */
  onBack: () => void;
}

/** The second step of signing in: a code or a passkey. Without scripts it posts the code to `/auth`. */
export function SecondStepForm(props: SecondStepFormProps) {
  const { step, email, next, initial, retryAfter, onSignedIn, onBack } = props;
  const { challenge } = step;
  const second = useSecondStep({
    step,
    initial,
    retryAfter,
    send: (proof) => signInWith(challenge, proof),
    onDone: onSignedIn,
  });

  if (second.expired) {
    return (
      <div className="grid gap-5">
        <FailureNotice failure={{ message: second.expired, fields: {} }} />
        <Button size="lg" block="always" keycap autoFocus onClick={onBack}>
          Back to Login
        </Button>
      </div>
    );
  }
  return (
    <AccountForm
      mode="login"
      of={second.form}
      aria-labelledby="second-step"
      heading={
        <h2 id="second-step" className="text-d4">
          {second.heading}
        </h2>
      }
    >
      <input type="hidden" name="challenge" value={challenge} />
      <input type="hidden" name="email" value={email} />
      {next && <input type="hidden" name="next" value={next} />}
      <SecondStepFields of={second} action="Continue">
        <Button variant="quiet" size="sm" onClick={onBack}>
          Back to Login
        </Button>
      </SecondStepFields>
      <div role="status">
        {second.isDone && <Notice kind="ok">Login successful! Redirecting to dashboard...</Notice>}
      </div>
    </AccountForm>
  );
}
