import { StatusPage } from "../features/public/sections/status-page";
import type { ErrorProps } from "../generated/api";

/** The page for a failed request. The cause of a server error is logged, not shown. */
export default function ErrorPage({ status, message }: ErrorProps) {
  return (
    <StatusPage
      query="an answer"
      status={String(status)}
      title={titleOf(status)}
      text={message || "The error has been logged. Please try again in a minute."}
      action={{ label: "Return to Home", href: "/" }}
    />
  );
}

function titleOf(status: number): string {
  if (status === 503) return "Back in a moment";
  return status < 500 ? "That didn't work" : "Something broke on our side";
}
