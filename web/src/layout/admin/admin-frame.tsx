import type { ReactNode } from "react";
import { IdentityRequest } from "../../features/admin/accounts/identity-request";
import { useSignedOutElsewhere } from "../../features/admin/accounts/signed-out";
import { useKeepSession } from "../../features/admin/accounts/use-keep-session";
import "../../styles/fonts.css";
import "../../styles/sign-in.css";
import "../../styles/admin.css";
import { Logo } from "../site/logo";
import { LogoutButton } from "./logout-button";

interface AdminFrameProps {
  /** Address of the logo's link. Default: the site's home page. */
  home?: string;
  /** Links in the bar, between the logo and the logout button. */
  links?: ReactNode;
  /** Email address of the signed-in user. */
  email?: string;
  children: ReactNode;
}

/**
 * The frame of all signed-in pages: the session, the bar with its logout button, and `main`. Also used as the layout
 * for accounts without admin rights.
 */
export function AdminFrame({ home, links, email = "", children }: AdminFrameProps) {
  useKeepSession();
  useSignedOutElsewhere();
  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <header className="admin-bar" data-ground="green">
        <div>
          <Logo href={home} />
          <span className="mono">admin</span>
          {links}
          <LogoutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="admin-main" data-ground="paper">
        {children}
      </main>
      <IdentityRequest email={email} />
    </>
  );
}
