import { counted } from "../../features/admin/lists/counted";
import { FindingGroups } from "../../features/admin/site-health/finding-groups";
import { Trend } from "../../features/admin/site-health/trend-chart";
import { useSiteCheck } from "../../features/admin/site-health/use-site-check";
import type { AdminHealthProps, SiteCheck } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { htmlTime } from "../../lib/html-time";
import { Button } from "../../ui/base/button";
import { refreshCw } from "../../ui/base/icons-admin.generated";
import { EmptyState } from "../../ui/data/empty-state";
import { Notice } from "../../ui/forms/notice";
import "../../styles/site-health.css";

export const chrome = { layout: AdminLayout, title: "Site health" };

/** The findings of the latest check of the site, and their number over time. */
export default function AdminHealth({
  is_running,
  failure,
  newest,
  trend,
  rules,
}: AdminHealthProps) {
  const { start, isStarting } = useSiteCheck(is_running);
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Site health</h1>
        <Button
          size="sm"
          icon={refreshCw}
          busy={is_running || isStarting}
          busyLabel="Checking"
          onClick={start}
        >
          Check now
        </Button>
      </div>
      <p className="mt-2 max-w-prose text-soft">
        The site is checked after every change, the way a search engine reads it: without
        JavaScript, following links.
      </p>
      <div role="status" className="mt-4">
        {is_running ? <p>The site is being checked.</p> : newest && <Counts {...newest} />}
      </div>
      {failure && !is_running && (
        <Notice kind="error" className="mt-4">
          The last check failed: {failure}.
        </Notice>
      )}
      {newest ? (
        <>
          <section className="health-group" aria-labelledby="health-trend">
            <h2 id="health-trend" className="text-d4">
              Trend
            </h2>
            <Trend trend={trend} rules={rules} />
          </section>
          {newest.findings.length > 0 ? (
            <FindingGroups {...newest} />
          ) : (
            <p className="mt-8">No problems found.</p>
          )}
        </>
      ) : (
        <div className="admin-empty mt-6">
          <EmptyState query="checks" title="The site has not been checked yet." />
        </div>
      )}
    </>
  );
}

function Counts(check: SiteCheck) {
  const { checked_at, checked_text, pages, errors, warnings, findings, complete } = check;
  const all = errors + warnings;
  return (
    <p className="num">
      Last check: <time dateTime={htmlTime(checked_at)}>{checked_text}</time>.{" "}
      {counted(pages, "page")}, {counted(errors, "error")}, {counted(warnings, "warning")}.
      {findings.length < all && ` The first ${findings.length} are listed.`}
      {!complete && " The site has more addresses than were checked."}
    </p>
  );
}
