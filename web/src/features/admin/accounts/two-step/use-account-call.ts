import { useState } from "react";
import type { ApiFailure, ApiResult } from "../../../../lib/api";
import { toast } from "../../../../ui/overlay/toast-store";
import { useRefreshAt } from "../../lists/use-refresh";
import { withRecentSignIn } from "../recent-sign-in";

interface AccountCall<T> {
  send: () => Promise<ApiResult<T>>;
  /** Title of the toast on success; no toast if absent. */
  done?: string;
  /** Title of the toast on failure. */
  failed: string;
}

/** Returns the reason to show for a refused call of the account page. */
export function accountReasonOf({ status, error }: ApiFailure): string {
  if (error.code === "network") return "Check the connection and try again.";
  if (status === 401) return "Please try logging in again";
  return error.message || "An unexpected error occurred. Please try again.";
}

/** Returns `call`, which changes the account and resolves to the answer or, on failure, to null; and `refresh`. */
export function useAccountCall() {
  const [isBusy, setBusy] = useState(false);
  const call = async <T>({ send, done, failed }: AccountCall<T>): Promise<{ data: T } | null> => {
    if (isBusy) return null;
    setBusy(true);
    const result = await withRecentSignIn(send);
    setBusy(false);
    if (!result.ok) {
      toast("error", failed, accountReasonOf(result));
      return null;
    }
    if (done) toast("success", done);
    return { data: result.data };
  };
  /** Fetches the page's data again after a change. */
  const refresh = useRefreshAt("/admin/account");
  return { call, refresh, isBusy };
}
