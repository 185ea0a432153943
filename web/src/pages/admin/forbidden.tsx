import { useSignedOutElsewhere } from "../../features/admin/accounts/signed-out";
import { useKeepSession } from "../../features/admin/accounts/use-keep-session";
import { useSignOut } from "../../features/admin/accounts/use-sign-out";
import type { AdminForbiddenProps } from "../../generated/api";
import { Logo } from "../../layout/site/logo";
import { Badge } from "../../ui/base/badge";
import { Button, ButtonLink } from "../../ui/base/button";
import { circleAlert } from "../../ui/base/icons.generated";
import { logOut } from "../../ui/base/icons-admin.generated";
import { mail } from "../../ui/base/icons-tools.generated";
import "../../styles/admin.css";

export const chrome = { layout: "bare" } as const;

/** What an account without admin rights sees in the admin area. */
export default function AdminForbidden({ email, contact_email }: AdminForbiddenProps) {
  const { signOut, isSigningOut } = useSignOut();
  useKeepSession();
  useSignedOutElsewhere();
  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <header className="admin-bar" data-ground="green">
        <div>
          <Logo />
          <span className="mono mr-auto">admin</span>
          <Button variant="secondary" size="sm" icon={logOut} busy={isSigningOut} onClick={signOut}>
            Logout
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="admin-main" data-ground="paper">
        <div className="grid max-w-prose justify-items-start gap-5 py-12">
          <Badge variant="error" icon={circleAlert}>
            403
          </Badge>
          <h1 className="text-d2">No admin rights</h1>
          <p className="lead">
            You are signed in as <strong className="break-words text-text">{email}</strong>. This
            account has no admin rights yet.
          </p>
          <p className="text-soft">
            Rights are granted by hand. Write to{" "}
            <a className="text-link underline underline-offset-4" href={`mailto:${contact_email}`}>
              {contact_email}
            </a>{" "}
            and say who you are; once they are granted, this page opens without signing in again.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={`mailto:${contact_email}`} icon={mail}>
              Ask for rights
            </ButtonLink>
            <ButtonLink href="/" variant="secondary">
              Back to the site
            </ButtonLink>
          </div>
        </div>
      </main>
    </>
  );
}
