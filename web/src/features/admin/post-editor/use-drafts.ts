import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { AdminPost } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { type DraftCourier, type DraftState, draftCourier } from "./draft-courier";
import { type KeptWork, newKey, workOf, worksToOffer } from "./kept-work";
import { inputOf, isChanged, type PostForm } from "./post-form";
import { workShelf } from "./work-shelf";

/** How long somebody may type on before the editor of the content is asked what it has, in milliseconds. */
const FLUSH_AFTER = 400;
const MINUTE = 60_000;

interface DraftOptions {
  /** Whose work it is: an address. */
  user: string;
  post: AdminPost | null;
  /** The form as it is even before it is drawn. */
  latest: RefObject<PostForm>;
  form: PostForm;
  baseline: PostForm;
  version: number | null;
  /** The form has just been stored. */
  isSaved: boolean;
  /** Brings in what the editor of the content has not told yet. */
  flush: RefObject<() => void>;
}

/** Where the copies of unsaved work are. */
export interface DraftStatus {
  server: DraftState;
  /** The minute in which the server last took it, in milliseconds since 1970. */
  keptAt: number | null;
  isOnDevice: boolean;
}

export interface Drafts {
  status: DraftStatus;
  /** Work that was found, the newest of it, until somebody says what becomes of it. */
  offer: KeptWork | null;
  /** The form goes on from this work. What was in it before is offered instead. */
  restore: (work: KeptWork) => void;
  /** What is in the form gives way to something else; it is offered back when it was not saved. */
  setAside: () => void;
  discard: (work: KeptWork) => void;
}

/**
 * Keeps unsaved work: in this browser with every change, on the server a moment later. What earlier visits left, here
 * or on another device, is offered until somebody says what to do with it.
 */
export function useDrafts(options: DraftOptions): Drafts {
  const { user, post, form, baseline, version, isSaved } = options;
  const latest = useRef(options);
  latest.current = options;
  const [status, setStatus] = useState<DraftStatus>(UNKEPT);
  const [found, setFound] = useState<KeptWork[]>([]);
  const tab = useRef<Tab | null>(null);
  // The date comes once the page stands: only then can forms be compared.
  const isReady = baseline.published_local !== null;

  const keep = useCallback(() => {
    const { latest: form, baseline, version, isSaved } = latest.current;
    tab.current?.keep(form.current, baseline, version, isSaved);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const own = openTab(user, post, setStatus);
    tab.current = own;
    let isOver = false;
    const offer = (local: KeptWork[], server: KeptWork[]) => {
      const works = worksToOffer(local, server, latest.current.baseline);
      setFound((before) => worksToOffer([...works, ...before], [], latest.current.baseline));
      for (const { key } of [...server, ...local])
        if (!works.some((work) => work.key === key)) own.remove(key);
    };
    const local = own.shelf.all();
    offer(local, []);
    // Its answer may come after somebody has decided on what is offered already.
    const isOpen = ({ key }: KeptWork) =>
      !own.keys.has(key) && !own.removed.has(key) && !own.shelf.isDiscarded(key);
    void own.onServer().then((server) => {
      // What an earlier page had sent when it was left can come after what was said of it since.
      for (const { key } of server)
        if (own.shelf.isDiscarded(key) && !own.removed.has(key)) own.remove(key);
      if (!isOver) offer(local.filter(isOpen), server.filter(isOpen));
    });

    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = () => {
      timer = null;
      latest.current.flush.current();
    };
    const onInput = () => {
      timer ??= setTimeout(flush, FLUSH_AFTER);
    };
    /** A page that is hidden may never be shown again, and draws nothing more. */
    const leave = () => {
      flush();
      keep();
      own.courier.hurry();
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") leave();
      else own.courier.retry();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("input", onInput, { signal });
    document.addEventListener("visibilitychange", onVisibility, { signal });
    window.addEventListener("pagehide", leave, { signal });
    window.addEventListener("online", own.courier.retry, { signal });
    window.addEventListener("focus", own.courier.retry, { signal });
    return () => {
      isOver = true;
      listening.abort();
      if (timer !== null) clearTimeout(timer);
      leave();
      own.courier.stop();
      tab.current = null;
    };
  }, [isReady, user, post, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is reason to keep what is there now
  useEffect(keep, [isReady, form, baseline, version, isSaved]);

  const settle = (work: KeptWork) =>
    setFound((before) => before.filter(({ key }) => key !== work.key));
  const setAside = () => {
    const { latest: form, baseline, version } = latest.current;
    const work = tab.current?.setAside(form.current, baseline, version);
    if (work) setFound((before) => [work, ...before]);
  };
  return {
    status,
    offer: found[0] ?? null,
    setAside,
    restore: (work) => {
      settle(work);
      setAside();
      tab.current?.takeOver(work);
    },
    discard: (work) => {
      settle(work);
      tab.current?.discard(work.key);
    },
  };
}

const UNKEPT: DraftStatus = { server: "waiting", keptAt: null, isOnDevice: true };

type Tab = ReturnType<typeof openTab>;

/** What one tab keeps of its own, and its reach to what others have left. */
function openTab(user: string, post: AdminPost | null, onStatus: (status: DraftStatus) => void) {
  const id = post?.id ?? "new";
  const shelf = workShelf(user, id);
  let key = newKey();
  /** Every key that this tab has kept work under. */
  const keys = new Set([key]);
  /** What is not offered again: it was discarded, or this tab goes on from it. */
  const removed = new Set<string>();
  /** Work of an earlier visit that this tab goes on from: it goes once this tab's is kept. */
  let outdated: string | null = null;
  let kept: PostForm | null = null;
  let status = UNKEPT;
  onStatus(status);

  /** Tells only what is new. This is called with every key: whoever types faster than React draws would overrun it. */
  const tell = (change: Partial<DraftStatus>) => {
    const next = { ...status, ...change };
    const isSame =
      next.server === status.server &&
      next.keptAt === status.keptAt &&
      next.isOnDevice === status.isOnDevice;
    if (isSame) return;
    status = next;
    onStatus(next);
  };

  // Seen through even when the page is left at once.
  const forget = (key: string) =>
    callApi("DELETE", "/api/admin/posts/{id}/drafts/{key}", {
      path: { id, key },
      keepalive: true,
      invalidatesPages: false,
    });
  const courier: DraftCourier = draftCourier({
    send: ({ key, form, version }, isLast) =>
      callApi("PUT", "/api/admin/posts/{id}/drafts/{key}", {
        path: { id, key },
        body: inputOf(form, post, version),
        keepalive: isLast,
        invalidatesPages: false,
      }),
    forget,
    onState: (server) =>
      tell(
        server === "kept"
          ? { server, keptAt: Math.floor(Date.now() / MINUTE) * MINUTE }
          : { server },
      ),
  });

  const remove = (key: string) => {
    removed.add(key);
    shelf.remove(key);
    void forget(key);
  };
  const discard = (key: string) => {
    shelf.noteDiscarded(key);
    remove(key);
  };

  return {
    shelf,
    courier,
    keys,
    removed,
    remove,
    discard,
    /** What the server has. Nothing when it cannot be asked: this browser's own is there all the same. */
    onServer: async (): Promise<KeptWork[]> => {
      const answer = await callApi("GET", "/api/admin/posts/{id}/drafts", { path: { id } });
      return answer.ok ? answer.data.drafts.map(workOf) : [];
    },
    keep: (form: PostForm, baseline: PostForm, version: number | null, isSaved: boolean) => {
      if (isSaved || !isChanged(form, baseline)) {
        if (!kept) return;
        kept = null;
        shelf.remove(key);
        courier.clear();
        return;
      }
      if (form === kept) return;
      kept = form;
      const work = { key, form, version, at: Date.now() };
      const isOnDevice = shelf.put(work);
      tell({ isOnDevice });
      courier.take(work);
      if (outdated && isOnDevice) {
        shelf.remove(outdated);
        outdated = null;
      }
    },
    setAside: (form: PostForm, baseline: PostForm, version: number | null): KeptWork | null => {
      if (!isChanged(form, baseline)) return null;
      const work = { key, form, version, at: Date.now() };
      shelf.put(work);
      courier.take(work);
      courier.hurry();
      key = newKey();
      keys.add(key);
      kept = null;
      return work;
    },
    takeOver: (work: KeptWork) => {
      outdated = work.key;
      removed.add(work.key);
      courier.replace(work.key);
    },
  };
}
