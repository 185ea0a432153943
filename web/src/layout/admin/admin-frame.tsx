import type { ReactNode } from "react";
import { ConfirmIdentity } from "../../features/admin/accounts/confirm-identity";
import { useSignedOutElsewhere } from "../../features/admin/accounts/signed-out";
import { useKeepSession } from "../../features/admin/accounts/use-keep-session";
import "../../styles/sign-in.css";
import "../../styles/admin.css";
import { LogoutButton } from "./logout-button";
import { Logo } from "../site/logo";

interface AdminFrameProps {
  /** Where the logo leads. Default: the site's home page. */
  home?: string;
  /** Links of the bar, between the logo and the logout button. */
  links?: ReactNode;
  children: ReactNode;
}

/**
 * Everything around a signed-in page: the session, the bar with its logout, and `main`. By itself the layout of accounts
 * without admin rights.
 */
export function AdminFrame({ home, links, children }: AdminFrameProps) {
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
      <ConfirmIdentity />
    </>
  );
}
