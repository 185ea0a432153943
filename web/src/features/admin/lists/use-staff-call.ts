import { useState } from "react";
import type { ApiResult } from "../../../lib/api";
import { useNavigation } from "../../../lib/navigation-state";
import { useNavigate } from "../../../lib/site-context";
import { toast } from "../../../ui/overlay/toast-store";

interface StaffCall {
  send: () => Promise<ApiResult<unknown>>;
  /** Title of the toast when it was done. */
  done: string;
  /** Title of the toast when it was not. */
  failed: string;
}

/** Makes a change and shows the list again as it is then. Says how it went; resolves to whether it was done. */
export function useStaffCall(): { call: (what: StaffCall) => Promise<boolean>; isBusy: boolean } {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  const call = async ({ send, done, failed }: StaffCall) => {
    if (isBusy) return false;
    setIsBusy(true);
    const { pathname } = location;
    const result = await send();
    setIsBusy(false);
    if (!result.ok) {
      toast("error", failed, result.error.message || "Check the connection and try again.");
      return false;
    }
    toast("success", done);
    // Whoever has gone on meanwhile stays there; another view of the same list is shown as it is now.
    const url = location.pathname + location.search;
    const { pending } = useNavigation.getState();
    if (location.pathname === pathname && (pending === null || pending === url))
      navigate(url, { replace: true, keepScroll: true });
    return true;
  };
  return { call, isBusy };
}
