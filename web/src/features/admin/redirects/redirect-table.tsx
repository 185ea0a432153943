import { useState } from "react";
import type { Redirect } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { Badge } from "../../../ui/base/badge";
import { IconButton } from "../../../ui/base/button";
import { pencil, trash } from "../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { ListTable } from "../lists/list-table";
import { useStaffCall } from "../lists/use-staff-call";

interface RedirectTableProps {
  rows: Redirect[];
  onEdit: (redirect: Redirect) => void;
  /** Called after a redirect is deleted, which removes the row with the pressed button. */
  onDeleted: () => void;
}

/** The redirects of one page; cards on a phone. */
export function RedirectTable({ rows, onEdit, onDeleted }: RedirectTableProps) {
  const { call, isBusy } = useStaffCall();
  const [asked, setAsked] = useState<Redirect | null>(null);
  const remove = ({ id }: Redirect) =>
    call({
      send: () => callApi("DELETE", "/api/admin/redirects/{id}", { path: { id } }),
      done: "Redirect deleted.",
      failed: "The redirect could not be deleted",
    });
  return (
    <>
      <ListTable
        caption="Redirects"
        headings={["From", "To", "Kind", "Hits", "Last hit"]}
        className="redirect-table"
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="wrap-anywhere font-medium">
              {row.source}
            </th>
            <td data-label="To">
              <a className="inline-flex min-h-11 items-center underline" href={row.target}>
                {row.target}
              </a>
            </td>
            <td>
              <Badge variant={row.kind === "by_hand" ? "plain" : "draft"}>
                {row.kind === "by_hand" ? "Manual" : "Renamed post"}
              </Badge>
            </td>
            <td className="num" data-label="Hits">
              {row.hits}
            </td>
            <td className="num" data-label="Last hit">
              {row.last_hit_at && (
                <time dateTime={htmlTime(row.last_hit_at)}>{row.last_hit_text}</time>
              )}
            </td>
            <td>
              <div className="post-actions">
                {row.kind === "by_hand" && (
                  <IconButton
                    icon={pencil}
                    label={`Edit ${row.source}`}
                    disabled={isBusy}
                    onClick={() => onEdit(row)}
                  />
                )}
                <IconButton
                  className="text-danger"
                  icon={trash}
                  label={`Delete ${row.source}`}
                  disabled={isBusy}
                  onClick={() => setAsked(row)}
                />
              </div>
            </td>
          </tr>
        ))}
      </ListTable>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind="delete redirect"
        question={`Delete the redirect from ${asked?.source}?`}
        action="Delete"
        busyLabel="Deleting"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={async () => asked !== null && remove(asked)}
        onDone={onDeleted}
      >
        <p className="text-soft">Readers who follow the old address will get a 404.</p>
      </ConfirmDialog>
    </>
  );
}
