import { useRef } from "react";
import type { AdminRow, SortKey } from "../../../generated/api";
import { Icon } from "../../../ui/base/icon";
import { arrowDown } from "../../../ui/base/icons.generated";
import { arrowUp, chevronsUpDown } from "../../../ui/base/icons-admin.generated";
import { type ListState, listQuery } from "../lists/list-url";
import { keepFocus } from "../shared/keep-focus";
import { BulkBar } from "./bulk-bar";
import { PostRow } from "./post-row";
import { ariaSort, sortedBy } from "./sorting";
import { useBulkCalls } from "./use-bulk-calls";
import { usePostCalls } from "./use-post-calls";
import { useSelection } from "./use-selection";
import "../../../styles/post-table.css";

const COLUMNS: { sort: SortKey; label: string }[] = [
  { sort: "author", label: "Author" },
  { sort: "status", label: "Status" },
  { sort: "published_date", label: "Published" },
  { sort: "updated_at", label: "Updated" },
  { sort: "created_at", label: "Created" },
];

interface PostTableProps {
  rows: AdminRow[];
  state: ListState;
  /** The current view of the list: another view starts without a selection. */
  view: string;
  /** Called after a post is deleted, which removes the row with the pressed button. */
  onRemoved: () => void;
}

/** The posts of one page of the list; cards on a phone. Several can be selected and changed at once. */
export function PostTable({ rows, state, view, onRemoved }: PostTableProps) {
  const calls = usePostCalls(onRemoved);
  const selection = useSelection(view, rows);
  const bulk = useBulkCalls(() => {
    selection.setAll(false);
    onRemoved();
  });
  const selectAll = useRef<HTMLInputElement>(null);
  const clear = () =>
    keepFocus(
      () => selection.setAll(false),
      () => selectAll.current,
    );
  const selected = rows.filter((row) => selection.has(row.id));
  return (
    <>
      <table className="post-table post-list">
        <caption className="sr-only">Blog posts</caption>
        <thead>
          <tr>
            <th scope="col" className="post-check">
              <label className="check">
                <input
                  ref={selectAll}
                  type="checkbox"
                  aria-label="Select all posts on this page"
                  checked={selection.isAll}
                  onChange={(event) => selection.setAll(event.target.checked)}
                />
                <span className="post-check-label" aria-hidden="true">
                  All
                </span>
              </label>
            </th>
            <SortHeader state={state} sort="title" label="Title" />
            <th scope="col" className="post-tags">
              Categories
            </th>
            {COLUMNS.map((column) => (
              <SortHeader key={column.sort} state={state} {...column} />
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PostRow
              key={row.id}
              row={row}
              search={state.search}
              isSelected={selection.has(row.id)}
              onSelect={selection.set}
              calls={calls}
            />
          ))}
        </tbody>
      </table>
      <p className="sr-only" role="status">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      {selected.length > 0 && (
        <BulkBar
          rows={selected}
          isTrash={state.status === "trash"}
          isBusy={bulk.isBusy}
          onRun={(action, tag) => void bulk.run(action, selected, tag)}
          onClear={clear}
        />
      )}
    </>
  );
}

/** The heading of a sortable column: a form, so that its button also works without JavaScript. */
function SortHeader({ state, sort, label }: { state: ListState; sort: SortKey; label: string }) {
  const order = ariaSort(state, sort);
  const icon = { none: chevronsUpDown, ascending: arrowUp, descending: arrowDown }[order];
  return (
    <th scope="col" aria-sort={order}>
      <form action={state.path} method="get" data-scroll="keep">
        {listQuery(sortedBy(state, sort)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">
          <span className={order === "none" ? undefined : "found"}>{label}</span>
          <Icon of={icon} size={16} />
        </button>
      </form>
    </th>
  );
}
