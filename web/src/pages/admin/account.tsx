import { useState } from "react";
import { ChangePassword } from "../../features/admin/accounts/change-password";
import { SessionList } from "../../features/admin/accounts/session-list";
import { TwoStepSection } from "../../features/admin/accounts/two-step/two-step-section";
import { keepFocus } from "../../features/admin/shared/keep-focus";
import type { AdminAccountProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import "../../styles/account.css";

export const chrome = { layout: AdminLayout, title: "Account" };

/** Account page of the signed-in user: sessions, second factor and password. */
export default function AdminAccount({ me, sessions, second_factor }: AdminAccountProps) {
  const [changes, setChanges] = useState(0);
  const renewForm = () =>
    keepFocus(
      () => setChanges(changes + 1),
      () => document.getElementById("change-password"),
    );
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Account</h1>
        <p className="mono wrap-anywhere">{me.email}</p>
      </div>
      <div className="account-columns">
        <div className="account-column">
          <TwoStepSection factors={second_factor} />
          <SessionList sessions={sessions} />
        </div>
        <ChangePassword key={changes} onChanged={renewForm} />
      </div>
    </>
  );
}
