import { type RefObject, useRef } from "react";
import type { AdminPost } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf } from "../lists/use-staff-call";
import type { DraftSync } from "./draft-sync";
import { inputOf } from "./post-form";

const FAILED = "The preview could not be opened";

/** A new tab, or a separate window as narrow as a phone. */
export type PreviewPlace = "tab" | "phone";

const PHONE = "popup,width=390,height=844";

/**
 * Returns a function that shows the form as readers would see it, at a link that can be shared. A new post is saved
 * first, as a draft, as it has no address yet. The narrow window is reused while it is open.
 */
export function usePreview(
  sync: DraftSync,
  stored: RefObject<AdminPost | null>,
  saveFirst: () => Promise<boolean>,
): (place: PreviewPlace) => Promise<void> {
  const phone = useRef<Window>(null);
  return async (place) => {
    const isOpen = place === "phone" && phone.current?.closed === false;
    // Opened at once, as browsers block a tab that is opened after an `await`.
    const tab = isOpen
      ? phone.current
      : window.open("", "_blank", place === "phone" ? PHONE : undefined);
    if (place === "phone") phone.current = tab;
    const { published } = sync.state().form;
    const isNew = stored.current === null;
    const isSaved = !isNew || (await saveFirst());
    const post = stored.current;
    if (!isSaved || !post) return isOpen ? undefined : tab?.close();
    if (isNew && published) toast("success", "Draft created.");
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
      tab.focus();
      return;
    }
    if (!isOpen) tab?.close();
    toast("error", FAILED, link.ok ? "Allow this site to open tabs." : reasonOf(link.error));
  };
}
