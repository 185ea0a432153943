import { useRef } from "react";
import type { Choice } from "../../../features/admin/lists/choice";
import { listUrl } from "../../../features/admin/lists/list-url";
import { StaffList } from "../../../features/admin/lists/staff-list";
import { ImportButton } from "../../../features/admin/posts/import/import-button";
import { PostTable } from "../../../features/admin/posts/post-table";
import type { AdminPostsListProps, PostCounts } from "../../../generated/api";
import { AdminLayout } from "../../../layout/admin/admin-layout";
import { useNavigate } from "../../../lib/site-context";
import { ButtonLink } from "../../../ui/base/button";
import { plus } from "../../../ui/base/icons.generated";

export const chrome = { layout: AdminLayout };

const NEW_POST = "/admin/blog/new";
/** "Published" includes scheduled posts. */
const statuses = ({ draft, scheduled, live, trash }: PostCounts): Choice[] => [
  { value: "all", label: "All", count: draft + scheduled + live },
  { value: "published", label: "Published", count: scheduled + live },
  { value: "draft", label: "Draft", count: draft },
  { value: "scheduled", label: "Scheduled", count: scheduled },
  { value: "live", label: "Live", count: live },
  { value: "trash", label: "Trash", count: trash },
];

/** List of all posts, in any state. Its filters are in the address. */
export default function AdminPostsList(props: AdminPostsListProps) {
  const { posts, page, path, search, status, sort, dir } = props;
  const state = { path, search, status, sort, dir };
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <StaffList
      state={state}
      paging={props}
      shown={posts.length}
      one="post"
      many="posts"
      title="Blog Posts"
      placeholder="search title, summary, content"
      statuses={statuses(props.counts)}
      heading={heading}
      actions={
        <div>
          <ImportButton
            onImported={() => navigate(listUrl(state, page), { replace: true, keepScroll: true })}
          />
          <ButtonLink href={NEW_POST} size="sm" icon={plus}>
            New Post
          </ButtonLink>
        </div>
      }
      emptyAction={
        status !== "trash" && <ButtonLink href={NEW_POST}>Create your first post</ButtonLink>
      }
      lead={status === "trash" && <p>Posts in the trash are deleted permanently after 30 days.</p>}
      failure={{
        refused: "Error fetching posts",
        lost: ["Error loading posts", "Please refresh the page or try again later"],
      }}
    >
      <PostTable
        rows={posts}
        state={state}
        view={listUrl(state, page)}
        onRemoved={() => heading.current?.focus({ preventScroll: true })}
      />
    </StaffList>
  );
}
