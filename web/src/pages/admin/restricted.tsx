import type { AdminRestrictedProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { Badge } from "../../ui/base/badge";
import { ButtonLink } from "../../ui/base/button";
import { circleAlert } from "../../ui/base/icons.generated";
import { mail } from "../../ui/base/icons-tools.generated";

export const chrome = { layout: AdminLayout };

/** Shown to editors on pages for administrators only. */
export default function AdminRestricted({ me, contact_email }: AdminRestrictedProps) {
  return (
    <div className="grid max-w-prose justify-items-start gap-5 py-12">
      <Badge variant="error" icon={circleAlert}>
        403
      </Badge>
      <h1 className="text-d2">Administrators only</h1>
      <p className="lead">
        You are signed in as <strong className="wrap-anywhere text-text">{me.email}</strong>, an
        editor. This page is for administrators.
      </p>
      <p className="text-soft">
        Ask one of them to look it up or to change your role, or write to{" "}
        <a className="text-link underline underline-offset-4" href={`mailto:${contact_email}`}>
          {contact_email}
        </a>
        .
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/admin/blog">Back to your posts</ButtonLink>
        <ButtonLink href={`mailto:${contact_email}`} variant="secondary" icon={mail}>
          Request access
        </ButtonLink>
      </div>
    </div>
  );
}
