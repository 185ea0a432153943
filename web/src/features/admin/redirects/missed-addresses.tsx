import type { MissedAddressList, MissedAddressRow } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { Button, IconButton } from "../../../ui/base/button";
import { trash } from "../../../ui/base/icons-admin.generated";
import { ListTable } from "../lists/list-table";
import { useStaffCall } from "../lists/use-staff-call";

interface MissedAddressesProps {
  list: MissedAddressList;
  onRedirect: (path: string) => void;
  /** Called after an address is removed, together with the row and its pressed button. */
  onForgotten: () => void;
}

/** Lists the addresses that visitors requested and that no page has. */
export function MissedAddresses({ list, onRedirect, onForgotten }: MissedAddressesProps) {
  const { call, isBusy } = useStaffCall();
  const forget = async ({ id }: MissedAddressRow) => {
    const isDone = await call({
      send: () => callApi("DELETE", "/api/admin/missed-addresses/{id}", { path: { id } }),
      done: "Address removed.",
      failed: "The address could not be removed",
    });
    if (isDone) onForgotten();
  };
  const { addresses, total } = list;
  return (
    <section className="mt-12" aria-labelledby="missed-heading">
      <h2 id="missed-heading" className="text-d4">
        Missed addresses
      </h2>
      <p className="mt-2 text-soft">
        {addresses.length === 0
          ? "No visitor has requested a missing page."
          : "Visitors requested these pages, which don't exist. Redirect any that once did."}
      </p>
      {addresses.length > 0 && (
        <ListTable
          caption="Missed addresses"
          headings={["Address", "Requested", "Last"]}
          className="redirect-table mt-5"
        >
          {addresses.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="wrap-anywhere font-medium">
                {row.path}
              </th>
              <td className="num" data-label="Requested">
                {row.misses === 1 ? "once" : `${row.misses} times`}
              </td>
              <td className="num" data-label="Last">
                <time dateTime={htmlTime(row.last_seen_at)}>{row.last_seen_text}</time>
              </td>
              <td>
                <div className="post-actions items-center gap-2">
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Redirect this: ${row.path}`}
                    onClick={() => onRedirect(row.path)}
                  >
                    Redirect this
                  </Button>
                  <IconButton
                    icon={trash}
                    label={`Remove ${row.path}`}
                    aria-disabled={isBusy || undefined}
                    onClick={() => void forget(row)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {total > addresses.length && (
        <p className="mono num mt-3">{`The ${addresses.length} most requested, of ${total}`}</p>
      )}
    </section>
  );
}
