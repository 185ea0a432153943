import { StatusPage } from "../features/public/sections/status-page";
import type { ErrorProps } from "../generated/api";

/** A failure of ours. Its cause is in the log, not here. */
export default function ErrorPage({ status, message }: ErrorProps) {
  return (
    <StatusPage
      query="an answer"
      status={String(status)}
      title={status === 503 ? "Back in a moment" : "Something broke on our side"}
      text={message || "The failure has been logged. Please try again in a minute."}
      action={{ label: "Return to Home", href: "/" }}
    />
  );
}
