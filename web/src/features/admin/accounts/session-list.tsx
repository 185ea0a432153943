import { useState } from "react";
import type { AdminAccountProps, SessionRow } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import { clearPageCache } from "../../../lib/page-cache";
import { useNavigate } from "../../../lib/site-context";
import { Badge } from "../../../ui/base/badge";
import { Button } from "../../../ui/base/button";
import { logOut } from "../../../ui/base/icons-admin.generated";
import { toast } from "../../../ui/overlay/toast-store";
import { useRefreshAt } from "../lists/use-refresh";
import { useSignInAgain } from "../lists/use-staff-call";
import { tellSignedOut } from "./signed-out";

const ALL = "all";
const OTHERS = "others";

/** Lists the sessions of the account, with buttons that end them. */
export function SessionList({ sessions }: Pick<AdminAccountProps, "sessions">) {
  const navigate = useNavigate();
  const refresh = useRefreshAt("/admin/account");
  const signInAgain = useSignInAgain();
  /** What is being ended: a session's id, or all of them. */
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (
    what: string,
    send: () => Promise<ApiResult<unknown>>,
    onEnded: () => void,
  ) => {
    if (ending !== null) return;
    setEnding(what);
    const result = await send();
    setEnding(null);
    // A session that had already ended counts as success.
    const wasOver = !result.ok && result.status === 404 && what !== ALL && what !== OTHERS;
    if (result.ok || wasOver) return onEnded();
    if (result.status === 401) return signInAgain();
    toast("error", "Error logging out", result.error.message || "Please try again.");
  };
  const endOne = ({ id, device }: SessionRow) =>
    end(
      id,
      () => callApi("DELETE", "/api/account/sessions/{id}", { path: { id } }),
      () => {
        toast("success", "Session ended", device);
        refresh();
      },
    );
  const endOthers = () =>
    end(
      OTHERS,
      () => callApi("DELETE", "/api/account/sessions"),
      () => {
        toast("success", "Signed out everywhere else");
        refresh();
      },
    );
  const endAll = () =>
    end(
      ALL,
      () => callApi("DELETE", "/api/account/sessions", { query: { everywhere: true } }),
      () => {
        tellSignedOut();
        clearPageCache();
        toast("success", "Logged out");
        navigate("/auth", { replace: true });
      },
    );

  return (
    <section className="editor-card" aria-labelledby="sessions">
      <div className="admin-head">
        <h2 id="sessions" className="text-d4">
          Sessions
        </h2>
        <div className="confirm-actions">
          {sessions.length > 1 && (
            <Button
              variant="secondary"
              size="sm"
              busy={ending === OTHERS}
              onClick={endOthers}
              className="noscript:hidden"
            >
              Sign out other sessions
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            icon={logOut}
            busy={ending === ALL}
            onClick={endAll}
            className="noscript:hidden"
          >
            Sign out everywhere
          </Button>
        </div>
      </div>
      <ul className="session-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{session.device}</strong>
              {session.is_current && <Badge variant="ok">This browser</Badge>}
              <p className="text-small text-soft">
                Signed in {session.created_text}
                {session.ip && ` from ${session.ip}`}, last used {session.last_used_text}
              </p>
            </div>
            {!session.is_current && (
              <Button
                variant="quiet"
                size="sm"
                busy={ending === session.id}
                onClick={() => endOne(session)}
                className="noscript:hidden"
                aria-label={`Sign out ${session.device}, signed in ${session.created_text}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
