import type { AuditEntry } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { Badge } from "../../../ui/base/badge";
import { Entry, EntryDetails } from "../lists/entry";
import { actionLabel, actorLabel, objectText, valueText } from "./words";

/** Actions that are marked as alarming. */
const ALARMS = ["account.locked", "account.token_reused"];

interface AuditItemProps {
  entry: AuditEntry;
  /** Names of objects, as far as they are known. */
  names: ReadonlyMap<string, string>;
}

/** One entry: a row that opens to show the changed fields before and after. */
export function AuditItem({ entry, names }: AuditItemProps) {
  const { action, actor, object, address } = entry;
  return (
    <Entry
      summary={
        <>
          <span className="entry-name">{actorLabel(actor)}</span>
          <span className="entry-note">{objectText(object, names)}</span>
          <span className="entry-badges">
            <Badge variant={ALARMS.includes(action) ? "error" : "plain"}>
              {actionLabel(action)}
            </Badge>
          </span>
          <time className="entry-note num" dateTime={htmlTime(entry.at)}>
            {entry.at_text}
          </time>
        </>
      }
    >
      <EntryDetails
        rows={[
          ["Action", action],
          ["Object", object],
          ["Network", address],
          ["Time (UTC)", entry.at],
        ]}
      />
      <Changes entry={entry} />
    </Entry>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const before = (entry.before ?? {}) as Record<string, unknown>;
  const after = (entry.after ?? {}) as Record<string, unknown>;
  const fields = Object.keys({ ...before, ...after });
  if (fields.length === 0) return null;
  const sides = [
    { heading: "Before", values: before },
    { heading: "After", values: after },
  ].filter(({ values }) => Object.keys(values).length > 0);
  return (
    <table className="audit-changes">
      <caption className="sr-only">Changed fields</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {sides.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll("_", " ")}</th>
            {sides.map(({ heading, values }) => (
              <td key={heading}>{valueText(values[field])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
