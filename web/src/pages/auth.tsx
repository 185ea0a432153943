import { AUTH_LEADS, AUTH_TITLES, INVITATION_LEAD } from "../content/accounts";
import { ConfirmForm } from "../features/admin/accounts/confirm-form";
import { ResetForm } from "../features/admin/accounts/reset-form";
import { SignInForm } from "../features/admin/accounts/sign-in-form";
import { SignUpForm } from "../features/admin/accounts/sign-up-form";
import { UpdatePasswordForm } from "../features/admin/accounts/update-password-form";
import type { AuthProps } from "../generated/api";
import { Logo } from "../layout/site/logo";
import { useSite } from "../lib/site-context";
import { TextLink } from "../ui/base/button";
import { Found } from "../ui/base/found";
import { ResultLine } from "../ui/base/result-line";
import "../styles/fonts.css";
import "../styles/sign-in.css";

export const chrome = { layout: "bare" } as const;

const FORMS = {
  login: SignInForm,
  signup: SignUpForm,
  confirm: ConfirmForm,
  reset: ResetForm,
  update_password: UpdatePasswordForm,
} as const;

const LINKS = [
  { mode: "login", href: "/auth", label: "Login" },
  { mode: "signup", href: "/auth?mode=signup", label: "Sign Up" },
  { mode: "reset", href: "/auth?mode=reset", label: "Reset Password" },
] as const;

/** Sign-in for staff, with forms that create an account or set a new password. */
export default function Auth(props: AuthProps) {
  const { shown_host, contact_email } = useSite();
  const { mode, is_invitation } = props;
  const Form = FORMS[mode];
  return (
    <div className="sign-in" data-ground="paper">
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <header className="sign-in-side" data-ground="green">
        <Logo large />
        <div>
          <p className="disp text-d1">
            Staff <Found sweep="load">only</Found>
            <span className="caret" aria-hidden="true" />
          </p>
          <p className="lead">Write it, check it, publish it.</p>
        </div>
        <ResultLine items={[{ label: shown_host, href: "/" }, { label: "auth" }]} />
      </header>
      <main id="main" tabIndex={-1} className="sign-in-main">
        <div className="sign-in-form">
          <h1 className="text-d2">{AUTH_TITLES[mode]}</h1>
          <p className="text-soft">
            {is_invitation ? INVITATION_LEAD : AUTH_LEADS[mode]}
            {mode === "signup" && (
              <>
                {" "}
                Write to{" "}
                <a
                  className="text-link underline underline-offset-4"
                  href={`mailto:${contact_email}`}
                >
                  {contact_email}
                </a>
                .
              </>
            )}
          </p>
          <Form key={mode} {...props} />
          <nav aria-label="Account" className="sign-in-links">
            {LINKS.filter((link) => link.mode !== mode).map(({ href, label }) => (
              <TextLink key={href} href={href}>
                {label}
              </TextLink>
            ))}
          </nav>
        </div>
      </main>
    </div>
  );
}
