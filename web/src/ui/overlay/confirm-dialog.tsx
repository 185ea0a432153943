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
  /** The consequences. */
  children: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  /** Style of that button; "danger" unless nothing is lost. */
  variant?: "danger" | "primary";
  busyLabel: string;
  isBusy: boolean;
  /** Label of the button that cancels. */
  keep: string;
  /** Performs the action. Resolves to whether it succeeded. */
  onConfirm: () => Promise<boolean>;
  /** Called after the action, once the dialog is closed: the element that had the focus may have been removed. */
  onDone?: () => void;
}

/**
 * Asks for confirmation of an irreversible action. Stays open until the action succeeds, so that it can be tried again.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, kind, question, children, action, busyLabel, isBusy, keep } = props;
  const heading = useId();
  const confirm = async () => {
    if (!(await props.onConfirm())) return;
    // Closing returns the focus to the button that opened the dialog; only after that can it be moved.
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
