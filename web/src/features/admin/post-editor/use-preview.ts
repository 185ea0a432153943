import type { RefObject } from "react";
import type { AdminPost } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf } from "../lists/use-staff-call";
import type { DraftSync } from "./draft-sync";
import { inputOf } from "./post-form";

const FAILED = "The preview could not be opened";

/**
 * Returns what opens the form as readers would see it, in a new tab and by a link that can be passed on. A new post is
 * saved first: it has no address before.
 */
export function usePreview(
  sync: DraftSync,
  stored: RefObject<AdminPost | null>,
  saveFirst: () => Promise<boolean>,
): () => Promise<void> {
  return async () => {
    // At once: browsers refuse a tab that is opened later than the click.
    const tab = window.open("", "_blank");
    const isSaved = stored.current !== null || (await saveFirst());
    const post = stored.current;
    if (!isSaved || !post) return tab?.close();
    sync.flush();
    const { form, version } = sync.state();
    const link = await callApi("POST", "/api/admin/posts/{id}/preview", {
      path: { id: post.id },
      body: inputOf(form, post, version),
      invalidatesPages: false,
    });
    if (link.ok && tab) {
      tab.opener = null;
      tab.location.href = link.data.url;
      return;
    }
    tab?.close();
    toast("error", FAILED, link.ok ? "Allow this site to open tabs." : reasonOf(link.error));
  };
}
