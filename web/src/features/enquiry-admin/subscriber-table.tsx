import type { Subscriber } from "../../lib/types";
import { Badge } from "../../ui/badge";
import { IconButton } from "../../ui/button";
import { trash } from "../../ui/icons-admin.generated";
import { useStaffCall } from "./use-staff-call";

const VARIANT = { confirmed: "ok", pending: "plain", unsubscribed: "draft" } as const;
const LABEL = { confirmed: "Confirmed", pending: "Pending", unsubscribed: "Unsubscribed" };

/** The subscribers of one page; cards on a phone. */
export function SubscriberTable({ rows }: { rows: Subscriber[] }) {
  const { call, isBusy } = useStaffCall();
  const erase = ({ id, email }: Subscriber) => {
    if (!window.confirm(`Erase ${email} from the newsletter?`)) return;
    void call({
      method: "DELETE",
      path: `/api/admin/subscribers/${id}`,
      done: "Subscriber erased.",
      failed: "The subscriber could not be erased",
    });
  };
  return (
    <table className="post-table">
      <caption className="sr-only">Newsletter subscribers</caption>
      <thead>
        <tr>
          {["E-mail", "Status", "Asked", "Confirmed"].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="wrap-anywhere">
              {row.email}
            </th>
            <td>
              <Badge variant={VARIANT[row.status]}>{LABEL[row.status]}</Badge>
            </td>
            <td className="num">
              <time dateTime={row.created_at}>{row.created_text}</time>
            </td>
            <td className="num">
              {row.confirmed_at && <time dateTime={row.confirmed_at}>{row.confirmed_text}</time>}
            </td>
            <td>
              <IconButton
                className="text-danger"
                icon={trash}
                label={`Erase ${row.email}`}
                disabled={isBusy}
                onClick={() => erase(row)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
