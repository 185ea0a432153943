import type { DraftApi } from "./draft-api";
import type { DraftChannel } from "./draft-channel";
import type { DraftStore } from "./draft-store";
import { reduce } from "./editor-machine";
import type { EditorEvent, EditorState, Effect, TimerName } from "./editor-state";
import { newKey } from "./local-draft";

interface DraftSyncOptions {
  initial: EditorState;
  store: DraftStore;
  api: DraftApi;
  channel: DraftChannel;
  /** Passes pending changes of the content editor to the form. */
  flush: () => void;
}

/** The running state machine of one editor: holds the state and runs the effects of each event. */
export interface DraftSync {
  state: () => EditorState;
  /** Calls `listener` after each event. Returns a function that stops it. */
  subscribe: (listener: () => void) => () => void;
  send: (event: EditorEvent) => void;
  /** Passes pending changes of the content editor to the form. */
  flush: () => void;
  /** Stores all unsaved changes at once, as the page may be about to close. */
  flushNow: () => void;
  /** Listens to removals in other tabs. Returns a function that stops it. */
  listen: () => () => void;
}

/**
 * Runs the state machine, which itself reads no clock, creates no keys, and accesses no storage, network or other tab.
 */
export function draftSync({ initial, store, api, channel, flush }: DraftSyncOptions): DraftSync {
  let state = initial;
  let spareKey = "";
  const listeners = new Set<() => void>();
  const timers: Partial<Record<TimerName, ReturnType<typeof setTimeout>>> = {};

  const send = (event: EditorEvent) => {
    const { own, offers } = state;
    if (spareKey === "" || [own, ...offers].some(({ key }) => key === spareKey))
      spareKey = newKey();
    const [next, effects] = reduce(state, event, { now: Date.now(), spareKey });
    state = next;
    for (const effect of effects) run(effect);
    for (const listener of listeners) listener();
  };

  const run = (effect: Effect) => {
    switch (effect.type) {
      case "startTimer": {
        const { timer, delay } = effect;
        clearTimeout(timers[timer]);
        timers[timer] = setTimeout(() => {
          flush();
          send({ type: timer === "device" ? "deviceDue" : "serverDue" });
        }, delay);
        return;
      }
      case "readDevice":
        void store.read().then((found) => {
          const { restore: key } = effect;
          if (key === undefined) send({ type: "deviceRead", ...found });
          else {
            flush();
            send({ type: "restored", key, ...found });
          }
        });
        return;
      case "writeDevice": {
        const { draft, superseded } = effect;
        void store.write(draft, superseded).then((outcome) => {
          if (outcome === "stored" && superseded.length > 0) channel.tellRemoved(superseded);
          send({ type: "deviceWritten", draft, outcome });
        });
        return;
      }
      case "removeFromDevice":
        void store.remove(effect.removals).then(() => channel.tellRemoved(effect.removals));
        return;
      case "listServer":
        void api.list().then((drafts) => send({ type: "serverListed", drafts }));
        return;
      case "send": {
        const { id, task, isLast } = effect.request;
        const answer = task.kind === "put" ? api.put(task.draft, isLast) : api.remove(task.key);
        void answer.then((outcome) => send({ type: "serverAnswered", id, outcome }));
        return;
      }
    }
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    flush,
    flushNow: () => {
      flush();
      send({ type: "leaving" });
    },
    listen: () =>
      channel.listen((removals) => {
        for (const removal of removals) send({ type: "removedElsewhere", removal });
      }),
  };
}
