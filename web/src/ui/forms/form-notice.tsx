import { Notice } from "./notice";

interface FormNoticeProps {
  /** Result of the POST; null before the form was posted. */
  outcome: { status: string; message: string } | null;
}

/** What became of a form that was posted without scripts, in the page itself: there are no toasts then. */
export function FormNotice({ outcome }: FormNoticeProps) {
  if (!outcome) return null;
  const isSent = outcome.status === "sent";
  return (
    <Notice kind={isSent ? "ok" : "error"} role={isSent ? "status" : "alert"}>
      <p className="font-semibold">{outcome.message}</p>
    </Notice>
  );
}
