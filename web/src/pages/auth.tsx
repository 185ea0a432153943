import { SignInForm } from "../features/accounts/sign-in-form";
import { Logo } from "../layout/logo";
import { useSite } from "../lib/site-context";
import type { AuthProps } from "../lib/types";
import { hostOf } from "../lib/url";
import { Found } from "../ui/found";
import { ResultLine } from "../ui/result-line";
import "../styles/admin.css";

export const chrome = { layout: "bare" } as const;

/** Sign-in for staff. */
export default function Auth(props: AuthProps) {
  const { public_url } = useSite();
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
          <p className="lead">Write it, mark it, publish it.</p>
        </div>
        <ResultLine items={[{ label: hostOf(public_url), href: "/" }, { label: "auth" }]} />
      </header>
      <main id="main" tabIndex={-1} className="sign-in-main">
        <div className="sign-in-form">
          <h1 className="text-d2">Login to Admin</h1>
          <p className="text-soft">
            Admins register with a business email, then let us know so that admin rights can be
            granted by hand.
          </p>
          <SignInForm {...props} />
        </div>
      </main>
    </div>
  );
}
