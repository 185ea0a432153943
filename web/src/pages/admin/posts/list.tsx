import { useRef } from "react";
import { rangeText } from "../../../features/admin/lists/list-url";
import { ImportButton } from "../../../features/admin/posts/import/import-button";
import {
  countText,
  type ListState,
  listUrl,
  pageAfterRemoval,
} from "../../../features/admin/posts/list-url";
import { PostTable } from "../../../features/admin/posts/post-table";
import { SearchForm } from "../../../features/admin/posts/search-form";
import { StatusFilter } from "../../../features/admin/posts/status-filter";
import { useDeletePost } from "../../../features/admin/posts/use-delete-post";
import { useListFailure } from "../../../features/admin/posts/use-list-failure";
import type { AdminPostsListProps } from "../../../generated/api";
import { AdminLayout } from "../../../layout/admin/admin-layout";
import { useNavigate } from "../../../lib/site-context";
import { ButtonLink } from "../../../ui/base/button";
import { plus } from "../../../ui/base/icons.generated";
import { Pagination } from "../../../ui/base/pagination";
import { EmptyState } from "../../../ui/data/empty-state";
import "../../../styles/admin-lists.css";

export const chrome = { layout: AdminLayout };

const NEW_POST = "/admin/blog/new";

/** Every post, whatever its state. What is shown stands in the address. */
export default function AdminPostsList(props: AdminPostsListProps) {
  const { posts, page, pages, per_page, total, more, path, search, status, sort, dir } = props;
  const state: ListState = { path, search, status, sort, dir };
  const count = countText(total, more);
  const navigate = useNavigate();
  useListFailure(path);
  const heading = useRef<HTMLHeadingElement>(null);
  const { deletePost, deletingId } = useDeletePost(() => {
    // The button that had the focus goes with its row.
    heading.current?.focus({ preventScroll: true });
    navigate(listUrl(state, pageAfterRemoval(page, posts.length)), {
      replace: true,
      keepScroll: true,
    });
  });

  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3" ref={heading} tabIndex={-1}>
          Blog Posts
        </h1>
        <div>
          <ImportButton
            onImported={() => navigate(listUrl(state, page), { replace: true, keepScroll: true })}
          />
          <ButtonLink href={NEW_POST} size="sm" icon={plus}>
            New Post
          </ButtonLink>
        </div>
      </div>
      <div className="list-filters">
        <SearchForm state={state} count={count} />
        <StatusFilter state={state} />
      </div>
      <p className="sr-only" role="status">
        {count} found
      </p>
      {posts.length === 0 ? (
        <div className="admin-empty">
          <EmptyState
            query={search || "posts"}
            title="No posts found."
            action={<ButtonLink href={NEW_POST}>Create your first post</ButtonLink>}
          />
        </div>
      ) : (
        <>
          <PostTable rows={posts} state={state} deletingId={deletingId} onDelete={deletePost} />
          <div className="list-foot">
            <p className="mono num">{rangeText(page, per_page, posts.length, total, more)}</p>
            <Pagination
              page={page}
              pages={pages}
              more={more}
              href={(number) => listUrl(state, number)}
              of="posts"
            />
          </div>
        </>
      )}
    </>
  );
}
