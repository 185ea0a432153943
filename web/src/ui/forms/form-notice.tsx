import { Icon } from "../base/icon";
import { circleAlert, circleCheck } from "../base/icons.generated";

interface FormNoticeProps {
  notice: { kind: "success" | "error"; text: string } | null;
}

/** What became of a form that was posted without scripts, in the page itself: there are no toasts then. */
export function FormNotice({ notice }: FormNoticeProps) {
  if (!notice) return null;
  const isError = notice.kind === "error";
  return (
    <p
      role={isError ? "alert" : "status"}
      className={
        isError
          ? "flex gap-3 rounded-control border-2 border-danger p-4 font-semibold text-danger"
          : "flex gap-3 rounded-control bg-mark p-4 font-semibold text-ink"
      }
    >
      <Icon of={isError ? circleAlert : circleCheck} className="mt-0.75" />
      <span>{notice.text}</span>
    </p>
  );
}
