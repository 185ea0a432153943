import { useState } from "react";
import type { StaffInvitation } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { Badge } from "../../../ui/base/badge";
import { Button } from "../../../ui/base/button";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { ListTable } from "../lists/list-table";
import { useStaffCall } from "../lists/use-staff-call";
import { roleLabel } from "./roles";

interface InvitationTableProps {
  rows: StaffInvitation[];
  /** Called after an invitation is withdrawn, which removes the row with the pressed button. */
  onWithdrawn: () => void;
}

/** The pending invitations; cards on a phone. */
export function InvitationTable({ rows, onWithdrawn }: InvitationTableProps) {
  const { call, isBusy } = useStaffCall();
  const [asked, setAsked] = useState<StaffInvitation | null>(null);
  /** The address to which an invitation was last sent again. */
  const [resent, setResent] = useState<string | null>(null);
  const resend = ({ email, role }: StaffInvitation) => {
    setResent(email);
    void call({
      send: () => callApi("POST", "/api/admin/staff/invitations", { body: { email, role } }),
      done: `A new invitation is on its way to ${email}.`,
      detail: "The earlier link no longer works.",
      failed: "The invitation could not be sent",
    });
  };
  const withdraw = ({ email }: StaffInvitation) => {
    setResent(null);
    return call({
      send: () => callApi("DELETE", "/api/admin/staff/invitations", { query: { email } }),
      done: `The invitation to ${email} was withdrawn.`,
      failed: "The invitation could not be withdrawn",
    });
  };
  return (
    <>
      <ListTable
        caption="Invitations"
        headings={["Email", "Role", "Sent", "Link works until"]}
        className="staff-table"
      >
        {rows.map((row) => (
          <tr key={row.email}>
            <th scope="row" className="wrap-anywhere font-medium">
              {row.email}
            </th>
            <td>
              <Badge variant={row.role === "administrator" ? "hot" : "plain"}>
                {roleLabel(row.role)}
              </Badge>
            </td>
            <td className="num" data-label="Sent">
              <time dateTime={htmlTime(row.created_at)}>{row.created_text}</time>
            </td>
            <td className="num" data-label="Link works until">
              <time dateTime={htmlTime(row.expires_at)}>{row.expires_text}</time>
            </td>
            <td>
              <div className="staff-actions">
                <Button
                  variant="quiet"
                  size="sm"
                  busy={isBusy && resent === row.email}
                  disabled={isBusy && resent !== row.email}
                  onClick={() => resend(row)}
                  aria-label={`Send again: ${row.email}`}
                >
                  Send again
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  className="text-danger"
                  disabled={isBusy}
                  onClick={() => setAsked(row)}
                  aria-label={`Withdraw: ${row.email}`}
                >
                  Withdraw
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </ListTable>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind="withdraw invitation"
        question={`Withdraw the invitation to ${asked?.email}?`}
        action="Withdraw"
        busyLabel="Withdrawing"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={async () => asked !== null && withdraw(asked)}
        onDone={onWithdrawn}
      >
        <p className="text-soft">The link in the email will stop working.</p>
      </ConfirmDialog>
    </>
  );
}
