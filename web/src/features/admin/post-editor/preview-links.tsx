import { useState } from "react";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf } from "../lists/use-staff-call";
import { ToastControl } from "../shared/toast-control";
import { momentText } from "./local-date";

/** Links that show the saved post to people without an account. */
export function PreviewLinks({ postId }: { postId: string }) {
  const [isBusy, setBusy] = useState(false);
  const options = { path: { id: postId }, invalidatesPages: false };

  const copy = async () => {
    setBusy(true);
    const link = await callApi("POST", "/api/admin/posts/{id}/preview", options);
    setBusy(false);
    if (!link.ok) return toast("error", "The link could not be created", reasonOf(link.error));
    const { url, expires_at } = link.data;
    const until = `It works until ${momentText(expires_at)}.`;
    try {
      await navigator.clipboard.writeText(url);
      toast("success", "Preview link copied", until);
    } catch {
      // A toast with an element stays, so that the address can be copied by hand.
      toast(
        "success",
        "Preview link",
        <ToastControl>
          <span className="wrap-anywhere">{url}</span> {until}
        </ToastControl>,
      );
    }
  };
  const end = async () => {
    setBusy(true);
    const ended = await callApi("DELETE", "/api/admin/posts/{id}/preview", options);
    setBusy(false);
    if (ended.ok) toast("success", "Preview links revoked");
    else toast("error", "The links could not be revoked", reasonOf(ended.error));
  };
  return (
    <div className="preview-links">
      <p>Show the saved post to someone without an account. A link works for seven days.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={isBusy} onClick={copy}>
          Copy preview link
        </Button>
        <Button variant="quiet" size="sm" busy={isBusy} onClick={end}>
          Revoke preview links
        </Button>
      </div>
    </div>
  );
}
