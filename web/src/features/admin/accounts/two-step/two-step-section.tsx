import { useEffect, useRef, useState } from "react";
import type { AdminAccountProps } from "../../../../generated/api";
import { callApi } from "../../../../lib/api";
import { Badge } from "../../../../ui/base/badge";
import { Button } from "../../../../ui/base/button";
import { Notice } from "../../../../ui/forms/notice";
import { keepFocus } from "../../shared/keep-focus";
import { PasskeyPart } from "./passkey-part";
import { RecoveryCodes, RecoveryPart } from "./recovery-part";
import { TotpPart } from "./totp-part";
import { useAccountCall } from "./use-account-call";

type Factors = AdminAccountProps["second_factor"];

/** The second step of the reader's sign-in: authenticator app, passkeys, recovery codes. */
export function TwoStepSection({ factors }: { factors: Factors }) {
  /** Codes that were just made: they are shown once. */
  const [codes, setCodes] = useState<string[] | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = (change: () => void) => keepFocus(change, () => heading.current);
  const isOn = factors.has_totp || factors.passkeys.length > 0;
  const wasOn = useRef(isOn);
  useEffect(() => {
    // With the last factor, the server deletes the recovery codes.
    if (wasOn.current && !isOn) setCodes(null);
    wasOn.current = isOn;
  }, [isOn]);
  const onChanged = (made: string[] | null) => {
    setChanged(true);
    if (made) setCodes(made);
  };
  return (
    <section className="editor-card two-step" aria-labelledby="two-step">
      <div className="admin-head">
        <h2 id="two-step" ref={heading} className="text-d4">
          Two-step sign-in
        </h2>
        <Badge variant={isOn ? "ok" : "draft"}>{isOn ? "On" : "Off"}</Badge>
      </div>
      {factors.is_required && !isOn && (
        <Notice kind="info">
          Staff must use two-step sign-in. Set up an app or a passkey to continue.
        </Notice>
      )}
      <p className="text-soft">
        After your password, you confirm it's you with an app on your phone or a passkey.
      </p>
      {codes && <RecoveryCodes codes={codes} onDone={() => close(() => setCodes(null))} />}
      {hasChanged && <OtherSessions onEnded={() => close(() => setChanged(false))} />}
      <TotpPart hasTotp={factors.has_totp} onChanged={onChanged} />
      <PasskeyPart
        passkeys={factors.passkeys}
        isAvailable={factors.has_passkeys}
        onChanged={onChanged}
      />
      {isOn && <RecoveryPart left={factors.recovery_codes} onMade={setCodes} />}
    </section>
  );
}

/** Offers to end the sessions that were opened before the change. */
function OtherSessions({ onEnded }: { onEnded: () => void }) {
  const { call, refresh, isBusy } = useAccountCall();
  const end = async () => {
    const ended = await call({
      send: () => callApi("DELETE", "/api/account/sessions", { query: { everywhere: false } }),
      done: "Signed out everywhere else",
      failed: "Other sessions could not be ended",
    });
    if (!ended) return;
    onEnded();
    refresh();
  };
  return (
    <Notice kind="info">
      <p>Your sign-in has changed. Other devices stay signed in until you sign them out.</p>
      <Button variant="quiet" size="sm" busy={isBusy} onClick={() => void end()}>
        Sign out other sessions
      </Button>
    </Notice>
  );
}
