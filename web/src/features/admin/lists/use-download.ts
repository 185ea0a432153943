import { callApi } from "../../../lib/api";
import { toast } from "../../../ui/overlay/toast-store";
import { withRecentSignIn } from "../accounts/recent-sign-in";
import { reasonOf, useSignInAgain } from "./use-staff-call";

/**
 * Returns a function that downloads a file. It asks for a recent sign-in first, as a download cannot ask by itself.
 * @param failed title of the toast on failure
 */
export function useDownload(failed: string): (url: string) => Promise<void> {
  const signInAgain = useSignInAgain();
  return async (url) => {
    const result = await withRecentSignIn(() => callApi("GET", "/api/auth/reauthenticate"));
    if (!result.ok && result.status === 401) return signInAgain();
    if (!result.ok) return toast("error", failed, reasonOf(result.error));
    const link = document.createElement("a");
    link.href = url;
    link.download = "";
    link.click();
  };
}
