import type { AdminRow, BulkActionName, BulkReport } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { plainTitle } from "../../../lib/plain-title";
import { Button } from "../../../ui/base/button";
import { dismissToast, type toast } from "../../../ui/overlay/toast-store";
import { counted } from "../lists/counted";
import { useStaffCall } from "../lists/use-staff-call";
import { ToastControl } from "../shared/toast-control";
import { movedText } from "./moved-text";

/** Labels of what was done, to follow the number of posts. */
const DONE: Record<BulkActionName, string> = {
  publish: "published",
  unpublish: "unpublished",
  tag: "given the category",
  trash: "deleted",
  restore: "restored",
  delete: "deleted",
};
/** The most titles that a question or a message lists; the others are counted. */
const MOST_NAMED = 5;

/** Returns the first titles, one per line, and the number of others. */
function titlesText(rows: readonly AdminRow[]): string {
  const titles = rows.slice(0, MOST_NAMED).map((row) => plainTitle(row.title));
  const more = rows.length - titles.length;
  return [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** Returns the question to ask before posts are deleted; null for other actions. */
function questionOf(action: BulkActionName, rows: readonly AdminRow[]): string | null {
  const these = rows.length === 1 ? "this post" : "these posts";
  if (action === "trash") return `Are you sure you want to delete ${these}?\n\n${titlesText(rows)}`;
  if (action !== "delete") return null;
  const they = rows.length === 1 ? "It" : "They";
  return `Delete ${these} permanently? ${they} cannot be restored.\n\n${titlesText(rows)}`;
}

/** Whether publishing a post makes it public only at a later date. */
const isAhead = ({ state, published_date }: AdminRow) =>
  state !== "live" && Date.parse(published_date) > Date.now();

/**
 * Describes what was done to posts. Those whose publish date is in the future count as scheduled.
 * @param of the number of posts for which it was requested, if it was not done to all
 */
function doneText(action: BulkActionName, rows: readonly AdminRow[], of?: number): string {
  const ahead = action === "publish" ? rows.filter(isAhead) : [];
  const staying = ahead.filter(({ state }) => state === "scheduled").length;
  const done = rows.length - ahead.length;
  const parts: [number, string][] = [
    [done, DONE[action]],
    [staying, staying === 1 ? "stays scheduled" : "stay scheduled"],
    [ahead.length - staying, "scheduled"],
  ];
  return parts
    .filter(([count], at) => count > 0 || (at === 0 && of !== undefined))
    .map(([count, what], at) => {
      if (at > 0) return `${count} ${what}`;
      return of === undefined
        ? `${counted(count, "post")} ${what}`
        : `${count} of ${counted(of, "post")} ${what}`;
    })
    .join(", ");
}

/**
 * Returns the toast for a partial success: how many posts were changed, why the others were not, and where those are whose
 * address another post uses.
 */
function partText(
  { done, failed, moved = [] }: BulkReport,
  rows: readonly AdminRow[],
  action: BulkActionName,
): Parameters<typeof toast> | null {
  if (failed.length + moved.length === 0) return null;
  const rowOf = (id: string) => rows.find((one) => one.id === id);
  const changed = rows.filter(({ id }) => done.includes(id));
  const reasons = failed.slice(0, MOST_NAMED).map(({ id, message }) => {
    const row = rowOf(id);
    return `${row ? plainTitle(row.title) : "A post"}: ${message}.`;
  });
  const places = moved.slice(0, MOST_NAMED).map(({ id, slug }) => {
    const row = rowOf(id);
    return row ? movedText(row, slug) : "";
  });
  const text = [...reasons, ...places].join(" ");
  return failed.length > 0
    ? ["error", doneText(action, changed, rows.length), text]
    : ["success", `${doneText(action, changed)}.`, text];
}

/**
 * Returns a function that changes many posts at once.
 * @param onDone called after posts were changed, which removes the pressed buttons
 */
export function useBulkCalls(onDone: () => void) {
  const { call, isBusy } = useStaffCall();
  const change = async (action: BulkActionName, rows: readonly AdminRow[], tag?: string) => {
    const question = questionOf(action, rows);
    if (isBusy || rows.length === 0 || (question !== null && !window.confirm(question)))
      return false;
    const undo = () => {
      dismissToast();
      // What has been selected since stays selected.
      void change("restore", rows);
    };
    return call({
      send: () =>
        callApi("POST", "/api/admin/posts/bulk", {
          body: { ids: rows.map((row) => row.id), action, ...(tag ? { tag } : {}) },
        }),
      done: `${doneText(action, rows)}${tag ? ` “${tag}”` : ""}.`,
      detail: action === "trash" && (
        <ToastControl>
          <Button variant="quiet" size="sm" className="toast-action" onClick={undo}>
            Undo
          </Button>
        </ToastControl>
      ),
      toastOf: (report) => partText(report, rows, action),
      failed: "The posts could not be changed",
    });
  };
  const run = async (...args: Parameters<typeof change>) => {
    if (await change(...args)) onDone();
  };
  return { run, isBusy };
}
