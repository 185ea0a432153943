import type { AdminForbiddenProps } from "../../generated/api";
import { AdminFrame } from "../../layout/admin/admin-frame";
import { Badge } from "../../ui/base/badge";
import { ButtonLink } from "../../ui/base/button";
import { circleAlert } from "../../ui/base/icons.generated";
import { mail } from "../../ui/base/icons-tools.generated";

export const chrome = { layout: AdminFrame };

/** What an account without admin rights sees in the admin area. */
export default function AdminForbidden({ email, contact_email }: AdminForbiddenProps) {
  return (
    <div className="grid max-w-prose justify-items-start gap-5 py-12">
      <Badge variant="error" icon={circleAlert}>
        403
      </Badge>
      <h1 className="text-d2">No admin rights</h1>
      <p className="lead">
        You are signed in as <strong className="wrap-anywhere text-text">{email}</strong>. This
        account has no admin rights yet.
      </p>
      <p className="text-soft">
        Rights are granted manually. Write to{" "}
        <a className="text-link underline underline-offset-4" href={`mailto:${contact_email}`}>
          {contact_email}
        </a>{" "}
        and say who you are. Once they are granted, sign in again.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`mailto:${contact_email}`} icon={mail}>
          Request access
        </ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Back to the site
        </ButtonLink>
      </div>
    </div>
  );
}
