import { useEffect, useRef, useState } from "react";
import { callApi } from "../../../../lib/api";
import { downloadText } from "../../../../lib/download";
import { Button } from "../../../../ui/base/button";
import { download } from "../../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog";
import { toast } from "../../../../ui/overlay/toast-store";
import { counted } from "../../lists/counted";
import { useAccountCall } from "./use-account-call";

interface RecoveryPartProps {
  left: number;
  /** Called with new codes. */
  onMade: (codes: string[]) => void;
}

/** Says how many recovery codes are left, and creates new ones. */
export function RecoveryPart({ left, onMade }: RecoveryPartProps) {
  const { call, refresh, isBusy } = useAccountCall();
  const [isAsked, setAsked] = useState(false);
  const make = async () => {
    const made = await call({
      send: () => callApi("POST", "/api/account/recovery-codes"),
      failed: "New codes could not be created",
    });
    if (made) onMade(made.data.recovery_codes);
    return made !== null;
  };
  return (
    <div className="two-step-part">
      <div className="two-step-head">
        <h3>Recovery codes</h3>
        <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
          Get new codes
        </Button>
      </div>
      <p className="text-small text-soft">
        {counted(left, "code is", "codes are")} left. Each signs you in once if you lose your phone.
      </p>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        kind="two-step sign-in"
        question="Get new recovery codes?"
        action="Get new codes"
        busyLabel="Getting codes"
        isBusy={isBusy}
        keep="Keep the current codes"
        onConfirm={make}
        onDone={refresh}
      >
        <p className="text-soft">Your current codes will stop working.</p>
      </ConfirmDialog>
    </div>
  );
}

interface RecoveryCodesProps {
  codes: string[];
  /** Called when the person confirms that they have saved the codes. */
  onDone: () => void;
}

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The codes appear above the button that was pressed.
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast("success", "Codes copied");
    } catch {
      toast("error", "The codes could not be copied", "Select them and copy them by hand.");
    }
  };
  return (
    <div className="recovery-codes">
      <h3 ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <p>
        If you lose your phone, sign in with one of these instead. Each works once. You won't be
        able to see them again.
      </p>
      <ul className="mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="two-step-actions">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={download}
          onClick={() => downloadText("recovery-codes.txt", `${text}\n`)}
        >
          Download
        </Button>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
