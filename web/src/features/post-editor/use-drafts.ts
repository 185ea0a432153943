import { useEffect, useRef, useState } from "react";
import type { AdminPost } from "../../lib/types";
import { draftKey, draftToOffer, type LocalDraft, parseDraft } from "./local-draft";
import type { PostForm } from "./post-form";

interface LocalDraftOptions {
  post: AdminPost | null;
  form: PostForm;
  baseline: PostForm;
  version: number | null;
  /** The form says something else than the stored post. */
  isDirty: boolean;
  /** The form has just been stored. */
  isSaved: boolean;
  flush: () => void;
}

/** Work that was found when the page was opened, and what becomes of it. */
export interface DraftOffer {
  offer: LocalDraft | null;
  /** It was taken over or is not wanted: it is not offered again. */
  settle: () => void;
}

/**
 * Keeps unsaved work in this browser with every change, so that neither a crash nor an ended session costs any of
 * it. What an earlier visit left stays beside it until somebody says what to do with it.
 */
export function useLocalDraft(options: LocalDraftOptions): DraftOffer {
  const { post, form, baseline, version, isDirty, isSaved, flush } = options;
  const [offer, setOffer] = useState<LocalDraft | null>(null);
  const [isRead, setIsRead] = useState(false);
  // The date comes once the page stands: only then can a draft be compared.
  const isReady = baseline.published_local !== null;
  const stored = useRef(baseline);
  stored.current = baseline;

  useEffect(() => {
    if (!isReady) return;
    const [now, found] = [draftKey(post, "now"), draftKey(post, "found")];
    const draft = draftToOffer([parseDraft(read(now)), parseDraft(read(found))], stored.current);
    write(now, null);
    write(found, draft && JSON.stringify(draft));
    setOffer(draft);
    setIsRead(true);
  }, [isReady, post]);

  useEffect(() => {
    if (!isRead) return;
    const draft: LocalDraft = { form, version, at: Date.now() };
    write(draftKey(post, "now"), isDirty && !isSaved ? JSON.stringify(draft) : null);
    if (isSaved) write(draftKey(post, "found"), null);
  }, [isRead, post, form, version, isDirty, isSaved]);

  // A page that is hidden may never be shown again.
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [flush]);

  const settle = () => {
    write(draftKey(post, "found"), null);
    setOffer(null);
  };
  return { offer, settle };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Storage that is full or forbidden costs the copy, not the work. */
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The form still has it.
  }
}
