import { StatusPage } from "../features/public/sections/status-page";
import type { NotFoundProps } from "../generated/api";

/** The page for an address that does not exist. */
export default function NotFound(_props: NotFoundProps) {
  return (
    <StatusPage
      query="this page"
      status="404"
      title="Oops! Page not found"
      text="We looked for it. Nothing on this site matches that address."
      action={{ label: "Return to Home", href: "/" }}
    />
  );
}
