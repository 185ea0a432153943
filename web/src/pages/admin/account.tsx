import { useState } from "react";
import { ChangePassword } from "../../features/admin/accounts/change-password";
import { SessionList } from "../../features/admin/accounts/session-list";
import type { AdminAccountProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import "../../styles/account.css";

export const chrome = { layout: AdminLayout };

/** One's own account: where it is signed in, and a new password. */
export default function AdminAccount({ me, sessions }: AdminAccountProps) {
  const [changes, setChanges] = useState(0);
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Account</h1>
        <p className="mono break-words">{me.email}</p>
      </div>
      <div className="account-columns">
        <SessionList sessions={sessions} />
        <ChangePassword key={changes} onChanged={() => setChanges(changes + 1)} />
      </div>
    </>
  );
}
