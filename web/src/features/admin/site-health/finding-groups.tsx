import type { SiteCheck, SiteFindingRow } from "../../../generated/api";
import { Badge } from "../../../ui/base/badge";
import { Icon } from "../../../ui/base/icon";
import { pencil } from "../../../ui/base/icons-admin.generated";
import { ListTable } from "../lists/list-table";
import { grouped, kindName } from "./words";

/**
 * The findings of a check by rule: each page with its problem, and where to fix it. The counts include findings that
 * are not listed.
 */
export function FindingGroups({ findings, kinds }: Pick<SiteCheck, "findings" | "kinds">) {
  const counts = new Map(kinds.map(({ kind, errors, warnings }) => [kind, errors + warnings]));
  return grouped(findings).map(({ kind, findings }) => (
    <section key={kind} className="health-group" aria-labelledby={`health-${kind}`}>
      <h2 id={`health-${kind}`} className="text-d4">
        {kindName(kind)} <span className="num text-soft">{`(${counts.get(kind)})`}</span>
      </h2>
      <ListTable caption={kindName(kind)} headings={["Page", "Problem"]} className="health-table">
        {findings.map((finding) => (
          <FindingItem key={finding.url} {...finding} />
        ))}
      </ListTable>
    </section>
  ));
}

function FindingItem({ url, level, value, threshold, advice, post_id }: SiteFindingRow) {
  return (
    <tr>
      <th scope="row">
        <a
          className="inline-flex min-h-11 items-center wrap-anywhere underline"
          href={url}
          data-reload=""
        >
          {url}
        </a>
      </th>
      <td>
        <p className="num">
          <Badge variant={level === "bad" ? "error" : "draft"}>
            {level === "bad" ? "Error" : "Warning"}
          </Badge>{" "}
          {value} <span className="text-soft">(target: {threshold})</span>
        </p>
        <p className="mt-1">{advice}</p>
      </td>
      <td>
        {post_id && (
          <div className="post-actions">
            <a
              className="icon-btn"
              href={`/admin/blog/edit/${post_id}`}
              aria-label={`Edit the post at ${url}`}
            >
              <Icon of={pencil} />
            </a>
          </div>
        )}
      </td>
    </tr>
  );
}
