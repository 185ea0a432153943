import { useState } from "react";
import { callApi } from "../../../lib/api";
import { clearPageCache } from "../../../lib/page-cache";
import { useNavigate } from "../../../lib/site-context";
import { toast } from "../../../ui/overlay/toast-store";
import { tellSignedOut } from "./signed-out";

interface SignOut {
  /** Ends the session. `clear` removes what must not stay behind, once it has ended and before the page is left. */
  signOut: (clear?: () => Promise<void>) => Promise<void>;
  isSigningOut: boolean;
}

/** Ends the session and goes to the sign-in page. */
export function useSignOut(): SignOut {
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);

  const signOut = async (clear?: () => Promise<void>) => {
    setSigningOut(true);
    const result = await callApi("POST", "/api/auth/sign-out");
    setSigningOut(false);
    // A session that had already ended counts as success.
    if (!result.ok && result.status !== 401) {
      toast("error", "Error logging out", result.error.message || "Please try again.");
      return;
    }
    await clear?.();
    tellSignedOut();
    // Nothing that only staff may see stays behind in this tab.
    clearPageCache();
    toast("success", "Logged out");
    navigate("/auth", { replace: true });
  };
  return { signOut, isSigningOut };
}
