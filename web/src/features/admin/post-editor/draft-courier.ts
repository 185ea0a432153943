import type { ApiResult } from "../../../lib/api";
import type { KeptWork } from "./kept-work";

/** How long a change waits for further ones before it is sent, in milliseconds. */
export const PAUSE = 500;
/** After a failure: how long the first further try waits, and the last. */
const BACK_OFF = { first: 1_000, last: 30_000 };
/** Without a session only a change or the reader's return is reason to try, and no more often than this. */
const WITHOUT_SESSION = 15_000;

/** What is known of the server's copy. */
export type DraftState =
  /** Nothing was sent yet. */
  | "waiting"
  /** It has what was written up to a moment ago. */
  | "kept"
  /** It does not answer. */
  | "unreachable"
  /** The session has ended. */
  | "signed-out"
  /** It does not take this: the post is gone, or it is too long. */
  | "refused";

export interface CourierOptions {
  send: (work: KeptWork, isLast: boolean) => Promise<ApiResult<unknown>>;
  forget: (key: string) => Promise<ApiResult<unknown>>;
  onState: (state: DraftState) => void;
}

/** Brings unsaved work to the server: one request at a time, the latest work wins, failures are tried again. */
export interface DraftCourier {
  /** This is what shall be kept now. */
  take: (work: KeptWork) => void;
  /** Work under another key has taken the place of this one: it goes once the other is kept. */
  replace: (key: string) => void;
  /** Nothing is unsaved any more: what was sent is taken back. */
  clear: () => void;
  /** The page may be gone in a moment: sends what was not sent yet. */
  hurry: () => void;
  /** Something has changed that a failed try may have waited for. */
  retry: () => void;
  /** No further request, whatever comes. */
  stop: () => void;
}

export function draftCourier({ send, forget, onState }: CourierOptions): DraftCourier {
  let state: DraftState = "waiting";
  /** What the server does not have yet. */
  let next: KeptWork | null = null;
  let underWay: KeptWork | null = null;
  /** What was taken last; nothing once that is not unsaved any more. */
  let wanted: KeptWork | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;
  let isStopped = false;
  /** The key of what was taken last, and whether the server may have something under it. */
  let own: { key: string; isSent: boolean } | null = null;
  const outdated = new Set<string>();
  /** Everything that is asked of the server, one after the other. */
  let line: Promise<unknown> = Promise.resolve();

  const tell = (now: DraftState) => {
    state = now;
    onState(now);
  };
  const isSending = (work: KeptWork) => {
    if (own?.key === work.key) own.isSent = true;
  };
  /** Whether work shall be kept still: it is the latest, or was set aside under a key of its own. */
  const isWanted = (work: KeptWork) => work === wanted || work.key !== own?.key;
  const putBack = (work: KeptWork) => {
    if (isWanted(work)) next ??= work;
  };
  const forgetOutdated = async () => {
    for (const key of [...outdated]) {
      outdated.delete(key);
      await forget(key);
    }
  };
  const cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = (delay: number) => {
    if (timer !== null || underWay || isStopped) return;
    timer = setTimeout(() => {
      timer = null;
      line = line.then(go);
    }, delay);
  };
  const go = async () => {
    const work = next;
    if (!work || isStopped) return;
    next = null;
    underWay = work;
    isSending(work);
    const result = await send(work, false);
    underWay = null;
    if (result.ok) {
      failures = 0;
      tell("kept");
      if (next) schedule(PAUSE);
      await forgetOutdated();
      return;
    }
    putBack(work);
    // Cleared meanwhile: nothing waits for the server.
    if (!next) return;
    const { status } = result;
    failures += 1;
    if (status === 401 || status === 403) tell("signed-out");
    else if (status === 0 || status === 429 || status >= 500) {
      tell("unreachable");
      schedule(Math.min(BACK_OFF.first * 2 ** (failures - 1), BACK_OFF.last));
    } else tell("refused");
  };

  return {
    take: (work) => {
      if (own?.key !== work.key) own = { key: work.key, isSent: false };
      next = work;
      wanted = work;
      schedule(state === "signed-out" ? WITHOUT_SESSION : PAUSE);
    },
    replace: (key) => {
      outdated.add(key);
    },
    clear: () => {
      cancel();
      next = null;
      wanted = null;
      if (state !== "waiting") tell("waiting");
      line = line.then(async () => {
        // When something was written again meanwhile, it goes under the same key.
        if (own?.isSent && !next) {
          own.isSent = false;
          await forget(own.key);
        }
        await forgetOutdated();
      });
    },
    hurry: () => {
      const work = next ?? underWay;
      if (!work || !isWanted(work) || isStopped) return;
      cancel();
      next = null;
      isSending(work);
      // What is under way may be broken off with the page; the browser sees this one through.
      const sent = send(work, true).then((result) => {
        if (!result.ok) {
          putBack(work);
          if (next) schedule(PAUSE);
        } else if (!underWay && wanted) tell("kept");
      });
      // Nothing that comes later overtakes it.
      line = Promise.all([line, sent]);
    },
    retry: () => {
      if (!next || underWay || state === "kept" || state === "waiting") return;
      cancel();
      schedule(0);
    },
    stop: () => {
      cancel();
      isStopped = true;
    },
  };
}
