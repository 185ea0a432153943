import type { AdminRow, SortKey } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { plainTitle } from "../../../lib/plain-title";
import { Badge } from "../../../ui/base/badge";
import { Button, IconButton } from "../../../ui/base/button";
import { Cover } from "../../../ui/base/cover";
import { Icon } from "../../../ui/base/icon";
import { arrowDown } from "../../../ui/base/icons.generated";
import { arrowUp, chevronsUpDown, pencil, trash } from "../../../ui/base/icons-admin.generated";
import { type ListState, listQuery } from "../lists/list-url";
import { Highlighted } from "./highlighted";
import { foundIn } from "./search-hits";
import { ariaSort, sortedBy } from "./sorting";
import { usePostCalls } from "./use-post-calls";
import "../../../styles/post-table.css";

const COLUMNS: { sort: SortKey; label: string }[] = [
  { sort: "title", label: "Title" },
  { sort: "author", label: "Author" },
  { sort: "status", label: "Status" },
  { sort: "created_at", label: "Created" },
];

interface PostTableProps {
  rows: AdminRow[];
  state: ListState;
  /** The view of the list that is shown once a post is deleted. */
  afterRemoval: string;
  /** Called when a post is deleted, and the button that did it with its row. */
  onRemoved: () => void;
}

/** The posts of one page of the list; cards on a phone. */
export function PostTable({ rows, state, afterRemoval, onRemoved }: PostTableProps) {
  const { remove, restore } = usePostCalls(afterRemoval, onRemoved);
  return (
    <table className="post-table">
      <caption className="sr-only">Blog posts</caption>
      <thead>
        <tr>
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
          <Row key={row.id} row={row} search={state.search} onDelete={remove} onRestore={restore} />
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a column: a form, so that its button sorts with and without scripts. */
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

interface RowProps {
  row: AdminRow;
  search: string;
  onDelete: (row: AdminRow) => void;
  onRestore: (row: AdminRow) => void;
}

function Row({ row, search, onDelete, onRestore }: RowProps) {
  const title = plainTitle(row.title);
  const place = foundIn(row, search);
  const isTrash = row.state === "trash";
  const editUrl = `/admin/blog/edit/${row.id}`;
  return (
    <tr>
      <th scope="row">
        <div className="post-cell">
          <Cover of={row.cover} category={row.category} image={row.thumbnail_image} />
          <div>
            {isTrash ? (
              <p className="post-title">
                <Highlighted text={title} search={search} />
              </p>
            ) : (
              <a href={editUrl}>
                <Highlighted text={title} search={search} />
              </a>
            )}
            <p className="post-note">
              <span className="wrap-anywhere">/blog/{row.slug}</span>
              {place && (
                <span>
                  <mark>{search.trim()}</mark> found in {place}
                </span>
              )}
              {row.featured && <Badge variant="hot">Featured</Badge>}
              {row.trending && <Badge>Trending</Badge>}
            </p>
          </div>
        </div>
      </th>
      <td>{row.author}</td>
      <td>
        <State row={row} />
      </td>
      <td className="num">
        <time dateTime={htmlTime(row.created_at)}>{row.created_text}</time>
      </td>
      <td>
        <div className="post-actions">
          {isTrash ? (
            <Button variant="quiet" size="sm" onClick={() => onRestore(row)}>
              Restore<span className="sr-only"> {title}</span>
            </Button>
          ) : (
            <a className="icon-btn" href={editUrl} aria-label={`Edit ${title}`}>
              <Icon of={pencil} size={18} />
            </a>
          )}
          <IconButton
            className="text-danger"
            icon={trash}
            label={isTrash ? `Delete ${title} for good` : `Delete ${title}`}
            onClick={() => onDelete(row)}
          />
        </div>
      </td>
    </tr>
  );
}

/** The state of a post, and the moment at which it becomes another one. */
function State({ row: { state, state_text } }: { row: AdminRow }) {
  if (state === "draft") return <Badge variant="draft">Draft</Badge>;
  if (state === "live") return <Badge variant="ok">Published</Badge>;
  return (
    <>
      <Badge>{state === "trash" ? "Trash" : "Scheduled"}</Badge>
      {state_text && (
        <span className="state-note num">
          {state === "trash" && "until "}
          {state_text}
        </span>
      )}
    </>
  );
}
