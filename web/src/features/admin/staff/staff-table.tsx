import { type ReactNode, useState } from "react";
import type { StaffMember } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { Badge } from "../../../ui/base/badge";
import { Button, TextLink } from "../../../ui/base/button";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { useStaffCall } from "../lists/use-staff-call";
import { aRole, otherRole, roleLabel, roleRights } from "./roles";
import "../../../styles/staff.css";
import { ListTable } from "../lists/list-table";

/** A change to a member of staff, with the texts of its confirmation. */
interface Change {
  kind: string;
  question: string;
  text: ReactNode;
  action: string;
  busyLabel: string;
  done: string;
  failed: string;
  send: () => Promise<ApiResult<unknown>>;
}

const SIGNED_OUT = "They will be signed out everywhere. Unsaved work is kept as a draft.";

function roleChange({ id, email, role }: StaffMember): Change {
  const next = otherRole(role);
  return {
    kind: "change role",
    question: `Make ${email} ${aRole(next)}?`,
    text: `${roleRights(next)} ${SIGNED_OUT}`,
    action: `Make ${next}`,
    busyLabel: "Changing",
    done: `${email} is now ${aRole(next)}.`,
    failed: "The role could not be changed",
    send: () => callApi("PATCH", "/api/admin/staff/{id}", { path: { id }, body: { role: next } }),
  };
}

const sessionsEnd = ({ id, email }: StaffMember): Change => ({
  kind: "end sessions",
  question: `End all sessions for ${email}?`,
  text: `${SIGNED_OUT} They can sign in again.`,
  action: "End sessions",
  busyLabel: "Ending",
  done: `All sessions for ${email} have ended.`,
  failed: "The sessions could not be ended",
  send: () => callApi("DELETE", "/api/admin/staff/{id}/sessions", { path: { id } }),
});

const removal = ({ id, email }: StaffMember): Change => ({
  kind: "remove from staff",
  question: `Remove ${email} from the staff?`,
  text: `${SIGNED_OUT} They lose their rights, but their posts stay. You can invite them again.`,
  action: "Remove",
  busyLabel: "Removing",
  done: `${email} is no longer on the staff.`,
  failed: "The rights could not be removed",
  send: () => callApi("DELETE", "/api/admin/staff/{id}", { path: { id } }),
});

interface StaffTableProps {
  rows: StaffMember[];
  /** Called after a change, which may have removed the pressed button. */
  onChanged: () => void;
}

/** Everyone with admin rights; cards on a phone. */
export function StaffTable({ rows, onChanged }: StaffTableProps) {
  const { call, isBusy } = useStaffCall();
  const [asked, setAsked] = useState<Change | null>(null);
  return (
    <>
      <ListTable
        caption="Staff"
        headings={["Email", "Role", "Two-step sign-in", "Last sign-in", "Sessions"]}
        className="staff-table"
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="wrap-anywhere font-medium">
              {row.email}
              {row.is_me && <span className="state-note">You</span>}
            </th>
            <td>
              <Badge variant={row.role === "administrator" ? "hot" : "plain"}>
                {roleLabel(row.role)}
              </Badge>
            </td>
            <td data-label="Two-step sign-in">{row.has_second_factor ? "On" : "Off"}</td>
            <td className="num" data-label="Last sign-in">
              {row.last_sign_in_at ? (
                <time dateTime={htmlTime(row.last_sign_in_at)}>{row.last_sign_in_text}</time>
              ) : (
                "Never"
              )}
            </td>
            <td className="num" data-label="Sessions">
              {row.sessions}
            </td>
            <td>
              {row.is_me ? (
                <TextLink href="/admin/account">Your account</TextLink>
              ) : (
                <StaffActions row={row} isBusy={isBusy} onAsk={setAsked} />
              )}
            </td>
          </tr>
        ))}
      </ListTable>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind={asked?.kind ?? ""}
        question={asked?.question ?? ""}
        action={asked?.action ?? ""}
        busyLabel={asked?.busyLabel ?? ""}
        isBusy={isBusy}
        keep="Cancel"
        onConfirm={async () => asked !== null && call(asked)}
        onDone={onChanged}
      >
        <p className="text-soft">{asked?.text}</p>
      </ConfirmDialog>
    </>
  );
}

interface StaffActionsProps {
  row: StaffMember;
  isBusy: boolean;
  onAsk: (change: Change) => void;
}

/** The actions for one person, whose name is in the label of each button. */
function StaffActions({ row, isBusy, onAsk }: StaffActionsProps) {
  const actions: [label: string, change: Change, isOff: boolean][] = [
    [`Make ${otherRole(row.role)}`, roleChange(row), false],
    ["End sessions", sessionsEnd(row), row.sessions === 0],
    ["Remove", removal(row), false],
  ];
  return (
    <div className="staff-actions">
      {actions.map(([label, change, isOff]) => (
        <Button
          key={change.kind}
          variant="quiet"
          size="sm"
          className={label === "Remove" ? "text-danger" : undefined}
          disabled={isBusy || isOff}
          onClick={() => onAsk(change)}
          aria-label={`${label}: ${row.email}`}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
