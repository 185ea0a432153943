import { Notice } from "./notice";

interface FormNoticeProps {
  /** Result of the POST; null before the form was posted. */
  outcome: { status: string; message: string } | null;
}

/** The result of a form posted without JavaScript, as part of the page: toasts need JavaScript. */
export function FormNotice({ outcome }: FormNoticeProps) {
  if (!outcome) return null;
  const isSent = outcome.status === "sent";
  return (
    <Notice kind={isSent ? "ok" : "error"} role={isSent ? "status" : "alert"}>
      <p className="font-semibold">{outcome.message}</p>
    </Notice>
  );
}
