import { useState } from "react";
import { callApi } from "../../../lib/api";
import { clearPageCache } from "../../../lib/page-cache";
import { useNavigate } from "../../../lib/site-context";
import { toast } from "../../../ui/overlay/toast-store";
import { tellSignedOut } from "./signed-out";

/**
 * Ends the session and goes to the sign-in page.
 * @returns the action, which resolves to whether it was done, and whether it is under way
 */
export function useSignOut(): { signOut: () => Promise<boolean>; isSigningOut: boolean } {
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);

  const signOut = async () => {
    setSigningOut(true);
    const result = await callApi("POST", "/api/auth/sign-out");
    setSigningOut(false);
    // A session that had ended already is what was asked for.
    if (!result.ok && result.status !== 401) {
      toast("error", "Error logging out", result.error.message || "Please try again.");
      return false;
    }
    tellSignedOut();
    // Nothing that only staff may see stays behind in this tab.
    clearPageCache();
    toast("success", "Logged out");
    navigate("/auth", { replace: true });
    return true;
  };
  return { signOut, isSigningOut };
}
