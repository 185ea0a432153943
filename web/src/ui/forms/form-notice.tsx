import { Notice } from "./notice";

interface FormNoticeProps {
  /** Result of the POST; null before the form was posted. */
  outcome: { status: string; message: string } | null;
}

/** The result of a form posted without JavaScript, as part of the page: toasts need JavaScript. */
export function FormNotice({ outcome }: FormNoticeProps) {
  if (!outcome) return null;
  const { status, message } = outcome;
  const isSent = status === "sent";
  return (
    <Notice
      kind={isSent ? "ok" : "error"}
      role={isSent ? "status" : "alert"}
      tabIndex={-1}
      // Brings the message into view where no field is invalid.
      autoFocus={status === "failed"}
    >
      <p className="font-semibold">{message}</p>
    </Notice>
  );
}
