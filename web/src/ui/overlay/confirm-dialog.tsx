import { type ReactNode, useId } from "react";
import { flushSync } from "react-dom";
import { Button } from "../base/button";
import { Dialog } from "./dialog";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Mono line in the header. */
  kind: string;
  question: string;
  /** What happens then. */
  children: ReactNode;
  /** Label of the button that does it. */
  action: string;
  /** Its look; "danger" unless nothing is lost by it. */
  variant?: "danger" | "primary";
  busyLabel: string;
  isBusy: boolean;
  /** Label of the button that leaves everything as it is. */
  keep: string;
  /** Does it; resolves to whether it was done. */
  onConfirm: () => Promise<boolean>;
  /** Called once it is done and the dialog is closed: what had the focus before may be gone. */
  onDone?: () => void;
}

/** Asks before something that cannot be undone. It stays open until that is done: a failure loses nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, kind, question, children, action, busyLabel, isBusy, keep } = props;
  const heading = useId();
  const confirm = async () => {
    if (!(await props.onConfirm())) return;
    // Closing gives the focus back to the button that asked; only then can it go elsewhere.
    flushSync(onClose);
    props.onDone?.();
  };
  return (
    <Dialog open={open} onClose={onClose} title={kind} labelledBy={heading} locked={isBusy}>
      <div className="grid gap-4">
        <h2 id={heading} className="text-d4 wrap-anywhere">
          {question}
        </h2>
        {children}
        <div className="confirm-actions">
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {keep}
          </Button>
          <Button
            variant={props.variant ?? "danger"}
            busy={isBusy}
            busyLabel={busyLabel}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
