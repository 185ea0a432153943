import type { AdminRow } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { plainTitle } from "../../../lib/plain-title";
import { Badge } from "../../../ui/base/badge";
import { Button, IconButton } from "../../../ui/base/button";
import { Cover } from "../../../ui/base/cover";
import { Icon } from "../../../ui/base/icon";
import { copy, pencil, trash } from "../../../ui/base/icons-admin.generated";
import { Highlighted } from "./highlighted";
import { foundIn } from "./search-hits";
import type { usePostCalls } from "./use-post-calls";
import type { Selection } from "./use-selection";

interface PostRowProps {
  row: AdminRow;
  search: string;
  isSelected: boolean;
  onSelect: Selection["set"];
  calls: ReturnType<typeof usePostCalls>;
}

/** A post of the list, with its actions. */
export function PostRow({ row, search, isSelected, onSelect, calls }: PostRowProps) {
  const title = plainTitle(row.title);
  const place = foundIn({ ...row, title }, search);
  const isTrash = row.state === "trash";
  const editUrl = `/admin/blog/edit/${row.id}`;
  return (
    <tr data-selected={isSelected ? "" : undefined}>
      <td className="post-check">
        <label className="check">
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(row.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </label>
      </td>
      <th scope="row">
        <div className="post-cell">
          <Cover
            of={row.cover}
            category={row.category}
            image={row.thumbnail_image}
            picture={row.thumbnail_picture}
            sizes="6rem"
            placeholder="/placeholder.svg"
          />
          <div>
            {isTrash ? (
              <p className="post-title line-clamp-3">
                <Highlighted text={title} search={search} />
              </p>
            ) : (
              <a href={editUrl}>
                <span className="line-clamp-3">
                  <Highlighted text={title} search={search} />
                </span>
              </a>
            )}
            <p className="post-note">
              {row.state === "live" ? (
                <a
                  className="wrap-anywhere"
                  href={`/blog/${row.slug}`}
                  target="_blank"
                  rel="noopener"
                >
                  /blog/{row.slug}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              ) : (
                <span className="wrap-anywhere">/blog/{row.slug}</span>
              )}
              {place && (
                <span>
                  <mark>{search.trim()}</mark> found in {place}
                </span>
              )}
              {row.tags.length > 0 && <span className="post-note-tags">{row.tags.join(", ")}</span>}
              {row.featured && <Badge variant="hot">Featured</Badge>}
              {row.trending && <Badge>Trending</Badge>}
            </p>
          </div>
        </div>
      </th>
      <td className="post-tags">
        <span>{row.tags.join(", ")}</span>
      </td>
      <td className="post-author">{row.author}</td>
      <td>
        <State row={row} />
      </td>
      <td className="num post-date" data-label="Published">
        {row.published_text ? (
          <time dateTime={htmlTime(row.published_date)}>{row.published_text}</time>
        ) : (
          <span className="text-muted">Not yet</span>
        )}
      </td>
      <td className="num post-date" data-label="Updated">
        <time dateTime={htmlTime(row.updated_at)}>{row.updated_text}</time>
      </td>
      <td className="num post-date" data-label="Created">
        <time dateTime={htmlTime(row.created_at)}>{row.created_text}</time>
      </td>
      <td>
        <div className="post-actions">
          {isTrash ? (
            <Button variant="quiet" size="sm" onClick={() => calls.restore(row)}>
              Restore<span className="sr-only"> {title}</span>
            </Button>
          ) : (
            <>
              <a className="icon-btn" href={editUrl} aria-label={`Edit ${title}`}>
                <Icon of={pencil} size={18} />
              </a>
              <IconButton
                icon={copy}
                label={`Duplicate ${title}`}
                onClick={() => void calls.duplicate(row)}
              />
            </>
          )}
          <IconButton
            className="text-danger"
            icon={trash}
            label={isTrash ? `Delete ${title} permanently` : `Delete ${title}`}
            onClick={() => void calls.remove(row)}
          />
        </div>
      </td>
    </tr>
  );
}

/** The state of a post, and the date at which it changes. */
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
