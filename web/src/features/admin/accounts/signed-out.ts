import { useEffect } from "react";
import { clearPageCache } from "../../../lib/page-cache";
import { useNavigate } from "../../../lib/site-context";
import { toast } from "../../../ui/overlay/toast-store";

const CHANNEL = "foundfirst-signed-out";

/** Random id of this tab. Its own messages come back on the page's second channel, and are ignored by this id. */
const TAB = Math.random();

/** Notifies the site's other tabs that the session has ended. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(TAB);
  channel.close();
}

/** Goes to the sign-in page when another tab ends the session, so that nothing meant for staff stays on screen. */
export function useSignedOutElsewhere(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === TAB) return;
      clearPageCache();
      toast("success", "Logged out");
      navigate("/auth", { replace: true });
    };
    return () => channel.close();
  }, [navigate]);
}
