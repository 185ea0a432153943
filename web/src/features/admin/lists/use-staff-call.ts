import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ErrorDetail } from "../../../generated/api";
import type { ApiFailure, ApiResult } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { withQuery } from "../../../lib/url";
import { toast } from "../../../ui/overlay/toast-store";
import { withRecentSignIn, withSession } from "../accounts/recent-sign-in";
import { mayMoveOn } from "../shared/use-leave-guard";
import { useRefresh } from "./use-refresh";

interface StaffCall<T> {
  send: () => Promise<ApiResult<T>>;
  /** Title and second line of the toast on success. */
  done: string;
  detail?: ReactNode;
  /** Returns the toast to show in place of `done` and `detail`, such as for a partial success; null for the usual one. */
  toastOf?: (answer: T) => Parameters<typeof toast> | null;
  /** Title of the toast on failure. */
  failed: string;
  /** Whether the call sends typed text: if the session has ended, a dialog over the page asks for a new sign-in. */
  isForm?: boolean;
}

/**
 * Returns a function that says that the session has ended and goes to the sign-in page, which leads back to the current
 * page. It stays on a page that was opened meanwhile.
 */
export function useSignInAgain(): () => void {
  const navigate = useNavigate();
  const page = useRef<string>(null);
  useEffect(() => {
    page.current = location.pathname;
  }, []);
  return () => {
    toast("error", "Authentication error", "Please try logging in again");
    if (location.pathname !== page.current || !mayMoveOn()) return;
    navigate(withQuery("/auth", { next: location.pathname + location.search }));
  };
}

/** Returns whether a call failed because somebody else has changed or deleted what the page shows. */
export const isOutdated = ({ status, error }: ApiFailure): boolean =>
  status === 404 || status === 410 || error.code === "edit_conflict";

/** Returns the reason to show for a failed call. */
export const reasonOf = ({ code, message }: ErrorDetail): string =>
  code === "network"
    ? "Check the connection and try again."
    : message || "Unexpected error occurred";

/**
 * Makes a change and fetches the list again. Shows the outcome in a toast, asks for the password if the call needs a
 * recent sign-in, and goes to the sign-in page if the session has ended, unless that would lose typed text. Resolves to
 * whether the call succeeded.
 */
export function useStaffCall(): {
  call: <T>(what: StaffCall<T>) => Promise<boolean>;
  isBusy: boolean;
} {
  const refresh = useRefresh();
  const signInAgain = useSignInAgain();
  const [isBusy, setIsBusy] = useState(false);

  const call = async <T>(what: StaffCall<T>) => {
    const { send, done, detail, toastOf, failed, isForm = false } = what;
    if (isBusy) return false;
    setIsBusy(true);
    const { pathname } = location;
    const sendRecent = () => withRecentSignIn(send);
    const result = await (isForm ? withSession(sendRecent) : sendRecent());
    setIsBusy(false);
    // No visit if another page was opened meanwhile. Another view of the same list is fetched again.
    const isHere = location.pathname === pathname;
    if (!result.ok) {
      if (result.status === 401 && !isForm && isHere) signInAgain();
      else toast("error", failed, reasonOf(result.error));
      if (isHere && isOutdated(result)) refresh();
      return false;
    }
    toast(...(toastOf?.(result.data) ?? (["success", done, detail] as const)));
    if (isHere) refresh();
    return true;
  };
  return { call, isBusy };
}
