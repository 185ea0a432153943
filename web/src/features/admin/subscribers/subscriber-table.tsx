import { useState } from "react";
import type { Subscriber } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { Badge } from "../../../ui/base/badge";
import { IconButton } from "../../../ui/base/button";
import { trash } from "../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { labelOf } from "../lists/choice";
import { ListTable } from "../lists/list-table";
import { useStaffCall } from "../lists/use-staff-call";
import { SUBSCRIBER_STATUSES } from "./words";

const VARIANT = { confirmed: "ok", pending: "plain", unsubscribed: "draft" } as const;

interface SubscriberTableProps {
  rows: Subscriber[];
  /** Called after a subscriber is erased, which removes the row with the pressed button. */
  onErased: () => void;
}

/** The subscribers of one page; cards on a phone. */
export function SubscriberTable({ rows, onErased }: SubscriberTableProps) {
  const { call, isBusy } = useStaffCall();
  const [asked, setAsked] = useState<Subscriber | null>(null);
  const erase = ({ id }: Subscriber) =>
    call({
      send: () => callApi("DELETE", "/api/admin/subscribers/{id}", { path: { id } }),
      done: "Subscriber erased.",
      failed: "The subscriber could not be erased",
    });
  return (
    <>
      <ListTable
        caption="Newsletter subscribers"
        headings={["Email", "Status", "Signed up", "Confirmed"]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="wrap-anywhere font-medium">
              {row.email}
            </th>
            <td>
              <Badge variant={VARIANT[row.status]}>
                {labelOf(SUBSCRIBER_STATUSES, row.status)}
              </Badge>
            </td>
            <td className="num" data-label="Signed up">
              <time dateTime={htmlTime(row.created_at)}>{row.created_text}</time>
            </td>
            <td className="num" data-label="Confirmed">
              {row.confirmed_at && (
                <time dateTime={htmlTime(row.confirmed_at)}>{row.confirmed_text}</time>
              )}
            </td>
            <td>
              <IconButton
                className="text-danger"
                icon={trash}
                label={`Erase ${row.email}`}
                disabled={isBusy}
                onClick={() => setAsked(row)}
              />
            </td>
          </tr>
        ))}
      </ListTable>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind="erase subscriber"
        question={`Erase ${asked?.email} from the newsletter?`}
        action="Erase"
        busyLabel="Erasing"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={async () => asked !== null && erase(asked)}
        onDone={onErased}
      >
        <p className="text-soft">The address and its links are deleted. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
