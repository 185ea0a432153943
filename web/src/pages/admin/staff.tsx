import { useRef, useState } from "react";
import { StaffList } from "../../features/admin/lists/staff-list";
import { InvitationTable } from "../../features/admin/staff/invitation-table";
import { InviteDialog } from "../../features/admin/staff/invite-dialog";
import { ROLES } from "../../features/admin/staff/roles";
import { StaffTable } from "../../features/admin/staff/staff-table";
import type { AdminStaffProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { Button } from "../../ui/base/button";
import { plus } from "../../ui/base/icons.generated";

export const chrome = { layout: AdminLayout, title: "Staff" };

/** Staff with admin rights, and pending invitations. */
export default function AdminStaff({ staff, invitations }: AdminStaffProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isInviting, setIsInviting] = useState(false);
  const toHeading = () => heading.current?.focus({ preventScroll: true });
  const count = staff.length;
  return (
    <>
      <StaffList
        state={{ path: "/admin/staff", search: "" }}
        paging={{ page: 1, pages: 1, per_page: count, total: count }}
        shown={count}
        one="member of staff"
        many="members of staff"
        title="Staff"
        heading={heading}
        actions={
          <Button size="sm" icon={plus} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        }
        searchForm={
          <dl className="role-notes">
            {ROLES.map(({ value, label, rights }) => (
              <div key={value}>
                <dt>{label}</dt>
                <dd>{rights}</dd>
              </div>
            ))}
          </dl>
        }
      >
        <StaffTable rows={staff} onChanged={toHeading} />
      </StaffList>
      <section className="staff-invitations" aria-labelledby="invitations">
        <h2 id="invitations" className="text-d4">
          Invitations
        </h2>
        {invitations.length === 0 ? (
          <p className="text-soft">No pending invitations.</p>
        ) : (
          <InvitationTable rows={invitations} onWithdrawn={toHeading} />
        )}
      </section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
