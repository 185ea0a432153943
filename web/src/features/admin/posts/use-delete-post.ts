import { useState } from "react";
import type { AdminRow, ErrorDetail } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { plainTitle } from "../../../lib/plain-title";
import { toast } from "../../../ui/overlay/toast-store";

const reasonOf = ({ code, message }: ErrorDetail): string =>
  code === "network"
    ? "Check the connection and try again."
    : message || "Unexpected error occurred";

const CONFIRMATION = "Are you sure you want to delete this post?";

/**
 * Deletes a post after a question.
 * @param onDeleted called when the post is gone
 * @returns the action, and the id of the post that is being deleted
 */
export function useDeletePost(onDeleted: () => void): {
  deletePost: (row: AdminRow) => Promise<void>;
  deletingId: string | null;
} {
  const [deletingId, setDeletingId] = useState<string | null>(null);

  const deletePost = async (row: AdminRow) => {
    if (deletingId !== null || !window.confirm(CONFIRMATION)) return;
    setDeletingId(row.id);
    const result = await callApi("DELETE", "/api/admin/posts/{id}", { path: { id: row.id } });
    setDeletingId(null);
    if (!result.ok) {
      if (result.status === 401)
        toast("error", "Authentication error", "Please try logging in again");
      else toast("error", "Error deleting post", reasonOf(result.error));
      return;
    }
    toast("success", "Post deleted.", plainTitle(row.title));
    onDeleted();
  };
  return { deletePost, deletingId };
}
