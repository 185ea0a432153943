import { useState } from "react";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, FailureNotice } from "./account-fields";
import { clockText } from "./countdown";
import { checkCode, failureOf, type SignInFailure } from "./sign-in-outcome";
import { getPasskey } from "./two-step/browser-passkeys";
import { type CodeKind, codeBody, codeKinds, type SecondStep } from "./two-step/second-step";
import { useAccountForm } from "./use-account-form";

const WORDS = {
  totp: {
    heading: "Enter the code from your authenticator app",
    label: "Code from your app",
    hint: "Six digits, or a recovery code",
    other: "Use the authenticator app",
  },
  recovery: {
    heading: "Enter a recovery code",
    label: "Recovery code",
    hint: "Each works once",
    other: "Use a recovery code",
  },
} as const;

interface SecondStepFormProps {
  step: SecondStep;
  email: string;
  next: string | null;
  /** What the server's page says of a try without scripts. */
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
  const kinds = codeKinds(step.factors);
  const [kind, setKind] = useState<CodeKind>(kinds[0] ?? "recovery");
  const [isDone, setDone] = useState(false);
  const signedIn = () => {
    setDone(true);
    onSignedIn();
  };
  const form = useAccountForm({
    send: ({ code = "" }) => {
      const body = { challenge, ...codeBody(code), transport: "cookie" as const };
      return callApi("POST", "/api/auth/sign-in", { body });
    },
    check: checkCode,
    initial,
    retryAfter,
    fallback: "[name=code]",
    onDone: signedIn,
  });
  const passkey = usePasskeySignIn(challenge, signedIn);
  const isClosed = form.isBusy || passkey.isBusy || isDone;
  const expired = form.failure?.fields.challenge ?? passkey.failure?.fields.challenge;

  if (expired) {
    return (
      <div className="grid gap-5">
        <FailureNotice failure={{ message: expired, fields: {} }} />
        <Button size="lg" block="always" keycap onClick={onBack}>
          Back to Login
        </Button>
      </div>
    );
  }
  const { secondsLocked } = form;
  const { heading, label, hint } = WORDS[kind];
  return (
    <AccountForm
      mode="login"
      of={form}
      aria-labelledby="second-step"
      heading={
        <h2 id="second-step" className="text-d4">
          {kinds.length > 0 ? heading : "Confirm with your passkey"}
        </h2>
      }
    >
      <input type="hidden" name="challenge" value={challenge} />
      <input type="hidden" name="email" value={email} />
      {next && <input type="hidden" name="next" value={next} />}
      {kinds.length > 0 && (
        <>
          <Field key={kind} label={label} name="code" id="code" hint={hint}>
            <Input
              required
              autoFocus
              inputMode={kind === "totp" ? "numeric" : "text"}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isClosed}
            />
          </Field>
          <Button
            type="submit"
            block="always"
            size="lg"
            keycap={secondsLocked === 0}
            busy={form.isBusy || isDone}
            busyLabel="Checking..."
            disabled={secondsLocked > 0}
          >
            {secondsLocked > 0 ? (
              <>
                Continue <span className="num">({clockText(secondsLocked)})</span>
              </>
            ) : (
              "Continue"
            )}
          </Button>
        </>
      )}
      {step.factors.includes("passkey") && (
        <Button
          variant={kinds.includes("totp") ? "secondary" : "primary"}
          block="always"
          className="needs-scripts"
          busy={passkey.isBusy}
          busyLabel="Waiting for your device..."
          disabled={isDone}
          onClick={passkey.start}
        >
          Use a passkey
        </Button>
      )}
      <div className="sign-in-links needs-scripts">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="quiet" size="sm" onClick={() => setKind(other)}>
              {WORDS[other].other}
            </Button>
          ))}
        <Button variant="quiet" size="sm" onClick={onBack}>
          Back to Login
        </Button>
      </div>
      <div role="status">
        {isDone && <Notice kind="ok">Login successful! Redirecting to dashboard...</Notice>}
      </div>
    </AccountForm>
  );
}

/** Signs in with a passkey, after the password. */
function usePasskeySignIn(challenge: string, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const fail = (next: SignInFailure) => {
    setFailure(next);
    toast("error", next.message, next.text);
  };
  const attempt = async () => {
    const begun = await callApi("POST", "/api/auth/passkey/begin", { body: { challenge } });
    if (!begun.ok) return fail(failureOf(begun));
    const answer = await getPasskey(begun.data.options);
    if (!answer.ok) return answer.message ? fail({ message: answer.message, fields: {} }) : null;
    const body = { challenge, credential: answer.credential, transport: "cookie" as const };
    const finished = await callApi("POST", "/api/auth/passkey/finish", { body });
    return finished.ok ? onDone() : fail(failureOf(finished));
  };
  const start = async () => {
    setBusy(true);
    await attempt();
    setBusy(false);
  };
  return { start, isBusy, failure };
}
