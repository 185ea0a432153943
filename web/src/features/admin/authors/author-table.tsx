import { useState } from "react";
import type { AdminAuthor } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Avatar } from "../../../ui/base/avatar";
import { IconButton } from "../../../ui/base/button";
import { pencil, trash } from "../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { counted } from "../lists/counted";
import { ListTable } from "../lists/list-table";
import { useStaffCall } from "../lists/use-staff-call";

interface AuthorTableProps {
  authors: AdminAuthor[];
  onEdit: (author: AdminAuthor) => void;
  /** Called after an author is deleted, which removes the row with the pressed button. */
  onDeleted: () => void;
}

/** Every author with role and number of posts; cards on a phone. */
export function AuthorTable({ authors, onEdit, onDeleted }: AuthorTableProps) {
  const { call, isBusy } = useStaffCall();
  const [asked, setAsked] = useState<AdminAuthor | null>(null);
  const remove = ({ id, name }: AdminAuthor) =>
    call({
      send: () => callApi("DELETE", "/api/admin/authors/{id}", { path: { id } }),
      done: "Author deleted.",
      detail: name,
      failed: "The author was not deleted",
    });
  return (
    <>
      <ListTable caption="Authors" headings={["Author", "Role", "Posts"]}>
        {authors.map((author) => (
          <tr key={author.id}>
            <th scope="row">
              <div className="post-cell">
                <Avatar name={author.name} src={author.avatar} size="md" />
                <a href={author.url} data-reload="">
                  {author.name}
                </a>
              </div>
            </th>
            <td>{author.job_title}</td>
            <td className="num">{counted(author.posts, "post")}</td>
            <td>
              <div className="post-actions">
                <IconButton
                  icon={pencil}
                  label={`Edit ${author.name}`}
                  onClick={() => onEdit(author)}
                />
                <IconButton
                  className="text-danger"
                  icon={trash}
                  label={`Delete ${author.name}`}
                  disabled={isBusy}
                  onClick={() => setAsked(author)}
                />
              </div>
            </td>
          </tr>
        ))}
      </ListTable>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind="delete author"
        question={`Delete ${asked?.name}?`}
        action="Delete author"
        busyLabel="Deleting"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={async () => asked !== null && remove(asked)}
        onDone={onDeleted}
      >
        <p className="text-soft">
          {asked && asked.posts > 0
            ? `The portrait, biography and page are removed. The name stays as text in ${counted(asked.posts, "post")}.`
            : "The portrait, biography and page are removed. No post has this name."}
        </p>
      </ConfirmDialog>
    </>
  );
}
