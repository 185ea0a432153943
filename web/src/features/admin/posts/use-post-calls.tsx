import { useRef } from "react";
import type { AdminRow } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigation } from "../../../lib/navigation-state";
import { plainTitle } from "../../../lib/plain-title";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { dismissToast, toast } from "../../../ui/overlay/toast-store";
import { reasonOf, useSignInAgain, useStaffCall } from "../lists/use-staff-call";
import { ToastControl } from "../shared/toast-control";
import { POST_LIST } from "./edit-path";
import { movedText } from "./moved-text";

const PERMANENT = "Delete this post permanently? It cannot be restored.";

/**
 * Returns the actions of a row: duplicate a post and open the copy, delete it, permanently if it is in the trash, and
 * restore it.
 */
export function usePostCalls(onRemoved: () => void) {
  const { call, isBusy } = useStaffCall();
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const isCopying = useRef(false);
  const duplicate = async ({ id }: AdminRow) => {
    if (isCopying.current) return;
    isCopying.current = true;
    const { pathname } = location;
    const result = await callApi("POST", "/api/admin/posts/{id}/duplicate", { path: { id } });
    isCopying.current = false;
    // Does not navigate away from a page that was opened meanwhile.
    const isHere = location.pathname === pathname && useNavigation.getState().pending === null;
    if (result.ok) {
      toast("success", "Draft created.", plainTitle(result.data.title));
      if (isHere) navigate(`${POST_LIST}/edit/${result.data.id}`);
    } else if (result.status === 401 && isHere) signInAgain();
    else toast("error", "Error duplicating post", reasonOf(result.error));
  };
  const restore = async (row: AdminRow) => {
    const { id, title, slug } = row;
    const isDone = await call({
      send: () => callApi("POST", "/api/admin/posts/{id}/restore", { path: { id } }),
      done: "Post restored.",
      detail: plainTitle(title),
      toastOf: ({ slug: given }) =>
        given === slug ? null : ["success", "Post restored.", movedText(row, given)],
      failed: "Error restoring post",
    });
    if (isDone) onRemoved();
  };
  const remove = async (row: AdminRow) => {
    const { id, title, state } = row;
    const isTrash = state === "trash";
    const question = isTrash
      ? `${PERMANENT}\n\n${plainTitle(title)}`
      : "Are you sure you want to delete this post?";
    if (isBusy || !window.confirm(question)) return;
    const undo = () => {
      dismissToast();
      void restore(row);
    };
    const isDone = await call({
      send: () =>
        callApi("DELETE", "/api/admin/posts/{id}", {
          path: { id },
          query: isTrash ? { permanent: true } : {},
        }),
      done: "Post deleted.",
      detail: isTrash ? (
        plainTitle(title)
      ) : (
        <ToastControl>
          {plainTitle(title)}{" "}
          <Button variant="quiet" size="sm" className="toast-action" onClick={undo}>
            Undo
          </Button>
        </ToastControl>
      ),
      failed: "Error deleting post",
    });
    if (isDone) onRemoved();
  };
  return { remove, duplicate, restore: (row: AdminRow) => void restore(row) };
}
