import { AuditFilters } from "../../features/admin/audit/audit-filters";
import { AuditItem } from "../../features/admin/audit/audit-item";
import { objectNames } from "../../features/admin/audit/words";
import { StaffList } from "../../features/admin/lists/staff-list";
import type { AdminAuditProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import "../../styles/audit.css";

export const chrome = { layout: AdminLayout, title: "Audit log" };

/** The audit log: who did what, when and from where. Its filters are in the address. */
export default function AdminAudit(props: AdminAuditProps) {
  const { entries, actor, action, object, since, until, actions } = props;
  const filters = { actor, action, object, since, until };
  const names = objectNames(entries);
  const state = { path: "/admin/audit", search: "", filters };
  return (
    <StaffList
      state={state}
      paging={props}
      shown={entries.length}
      one="entry"
      many="entries"
      title="Audit log"
      searchForm={<AuditFilters state={state} actions={actions} />}
      actions={null}
    >
      <ul className="entry-list audit-list" aria-label="Entries">
        {entries.map((entry) => (
          <AuditItem key={entry.id} entry={entry} names={names} />
        ))}
      </ul>
    </StaffList>
  );
}
