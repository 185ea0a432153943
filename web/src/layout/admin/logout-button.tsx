import { useState } from "react";
import { useSignOut } from "../../features/admin/accounts/use-sign-out";
import { Button } from "../../ui/base/button";
import { logOut } from "../../ui/base/icons-admin.generated";
import { importChunk } from "../../ui/base/use-chunk";
import { Dialog } from "../../ui/overlay/dialog";

const loadDrafts = () => import("../../features/admin/post-editor/draft-database");

/** Ends the session. If this browser stores unsaved drafts, asks first whether to keep them. */
export function LogoutButton() {
  const { signOut, isSigningOut } = useSignOut();
  const [isCounting, setCounting] = useState(false);
  /** Number of drafts that the dialog asks about; 0 while it is closed. */
  const [drafts, setDrafts] = useState(0);

  const ask = async () => {
    setCounting(true);
    const module = await importChunk(loadDrafts, null);
    const count = (await module?.countDrafts()) ?? 0;
    setCounting(false);
    if (count > 0) setDrafts(count);
    else await signOut();
  };
  const leave = async (removes: boolean) => {
    setDrafts(0);
    const module = removes ? await importChunk(loadDrafts) : null;
    if (removes && !module) return;
    await signOut(module?.closeDrafts);
  };

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={logOut}
        busy={isCounting || isSigningOut}
        onClick={() => void ask()}
        data-leave=""
      >
        Logout
      </Button>
      <Dialog open={drafts > 0} onClose={() => setDrafts(0)} title="unsaved drafts">
        <div className="grid gap-4">
          <h2 className="text-d4">
            {drafts === 1
              ? "Keep the unsaved draft on this device?"
              : `Keep ${drafts} unsaved drafts on this device?`}
          </h2>
          <p className="text-soft">
            On a shared computer, remove them. Copies on the server are kept and offered when you
            sign in again.
          </p>
          <div className="confirm-actions">
            <Button variant="secondary" onClick={() => void leave(false)}>
              Keep and sign out
            </Button>
            <Button variant="danger" onClick={() => void leave(true)}>
              Remove and sign out
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
