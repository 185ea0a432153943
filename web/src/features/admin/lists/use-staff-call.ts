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
  /** It sends what was typed: when the session has ended, one signs in again over the page. */
  isForm?: boolean;
}

/**
 * Returns what leads to the sign-in page when the session has ended, and from there back to the page shown. Nobody is
 * led there from a page that was opened meanwhile.
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

/** Whether a call failed because the page shows what somebody else has changed or deleted since. */
export const isOutdated = ({ status, error }: ApiFailure): boolean =>
  status === 404 || error.code === "edit_conflict";

/** Why a call failed, in words. */
export const reasonOf = ({ code, message }: ErrorDetail): string =>
  code === "network"
    ? "Check the connection and try again."
    : message || "Unexpected error occurred";

/**
 * Makes a change and shows the list again as it is then. Says how it went, asks for the password where the call
 * needs a recent sign-in, and leads to the sign-in page when the session has ended, unless that would lose what was
 * typed. Resolves to whether it was done.
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
    // No visit when another page was opened meanwhile; another view of the same list is shown again.
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
