import { type ReactNode, useState } from "react";
import { type ApiResult, callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { toast } from "../../../ui/overlay/toast-store";
import { clockText } from "./countdown";
import { checkCode, failureOf, type SignInFailure } from "./sign-in-outcome";
import { getPasskey } from "./two-step/browser-passkeys";
import { type CodeKind, codeBody, codeKinds, type SecondStep } from "./two-step/second-step";
import { type AccountForm, useAccountForm } from "./use-account-form";

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

/** Proof of the second factor: a code, or the browser's response for a passkey. */
export type Proof = { totp: string } | { recovery_code: string } | { credential: unknown };

interface Options {
  step: SecondStep;
  /** Sends the proof of the second factor. */
  send: (proof: Proof) => Promise<ApiResult<unknown>>;
  /** Failure of a POST without scripts, from the server's page. */
  initial?: SignInFailure | null;
  retryAfter?: number | null;
  /** Called once the proof has been accepted. */
  onDone: () => void;
}

/** The state of a form for the second step of a sign-in. */
export interface SecondStepState {
  form: AccountForm;
  kinds: readonly CodeKind[];
  kind: CodeKind;
  setKind: (kind: CodeKind) => void;
  hasPasskey: boolean;
  passkey: { start: () => void; isBusy: boolean };
  isDone: boolean;
  heading: string;
  /** Why the step can no longer be completed. */
  expired: string | undefined;
}

/** The state of a second step with a code or a passkey. */
export function useSecondStep({
  step,
  send,
  initial,
  retryAfter,
  onDone,
}: Options): SecondStepState {
  const kinds = codeKinds(step.factors);
  const [kind, setKind] = useState<CodeKind>(kinds[0] ?? "recovery");
  const [isDone, setDone] = useState(false);
  const done = () => {
    setDone(true);
    onDone();
  };
  const form = useAccountForm({
    send: ({ code = "" }) => send(codeBody(code)),
    check: checkCode,
    initial,
    retryAfter,
    fallback: "[name=code]",
    onDone: done,
  });
  const passkey = usePasskey(step.challenge, send, done);
  return {
    form,
    kinds,
    kind,
    setKind: (next) => {
      setKind(next);
      // A message about one kind of code does not apply to the other.
      form.setFailure((shown) => (shown?.fields.code ? null : shown));
    },
    hasPasskey: step.factors.includes("passkey"),
    passkey,
    isDone,
    heading: kinds.length > 0 ? WORDS[kind].heading : "Confirm with your passkey",
    expired: form.failure?.fields.challenge ?? passkey.failure?.fields.challenge,
  };
}

/** Field and buttons of a second step. */
export function SecondStepFields({
  of,
  action,
  children,
}: {
  of: SecondStepState;
  /** Label of the button that sends the code. */
  action: string;
  /** Further links below. */
  children?: ReactNode;
}) {
  const { form, kinds, kind, setKind, hasPasskey, passkey, isDone } = of;
  const { secondsLocked } = form;
  const { label, hint } = WORDS[kind];
  return (
    <>
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
              readOnly={form.isBusy || passkey.isBusy || isDone}
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
            {action}
            {secondsLocked > 0 && <span className="num"> ({clockText(secondsLocked)})</span>}
          </Button>
        </>
      )}
      {hasPasskey && (
        <Button
          variant={kinds.includes("totp") ? "secondary" : "primary"}
          block="always"
          className="noscript:hidden"
          busy={passkey.isBusy}
          busyLabel="Waiting for your device..."
          disabled={isDone}
          onClick={passkey.start}
        >
          Use a passkey
        </Button>
      )}
      <div className="sign-in-links noscript:hidden">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="quiet" size="sm" onClick={() => setKind(other)}>
              {WORDS[other].other}
            </Button>
          ))}
        {children}
      </div>
    </>
  );
}

/** Proves the second factor with a passkey, after the password. */
function usePasskey(challenge: string, send: Options["send"], onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const fail = (next: SignInFailure) => {
    setFailure(next);
    if (!next.fields.challenge) toast("error", next.message, next.text);
  };
  const attempt = async () => {
    const begun = await callApi("POST", "/api/auth/passkey/begin", { body: { challenge } });
    if (!begun.ok) return fail(failureOf(begun));
    const answer = await getPasskey(begun.data.options);
    if (!answer.ok) return answer.message ? fail({ message: answer.message, fields: {} }) : null;
    const finished = await send({ credential: answer.credential });
    return finished.ok ? onDone() : fail(failureOf(finished));
  };
  const start = async () => {
    setBusy(true);
    await attempt();
    setBusy(false);
  };
  return { start: () => void start(), isBusy, failure };
}

const transport = "cookie" as const;

/** Sends the proof of the second factor, which completes a sign-in whose password was accepted. */
export const signInWith = (challenge: string, proof: Proof): Promise<ApiResult<unknown>> =>
  "credential" in proof
    ? callApi("POST", "/api/auth/passkey/finish", { body: { challenge, ...proof, transport } })
    : callApi("POST", "/api/auth/sign-in", { body: { challenge, ...proof, transport } });
