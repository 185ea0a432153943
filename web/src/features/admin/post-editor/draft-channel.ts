import type { Removal } from "./local-draft";

/** Tells the other tabs of this browser which drafts were removed. */
export interface DraftChannel {
  /** Calls `onRemoved` with what other tabs tell, until the returned function is called. */
  listen: (onRemoved: (removals: readonly Removal[]) => void) => () => void;
  tellRemoved: (removals: readonly Removal[]) => void;
}

/**
 * Returns the channel between the tabs with one editor and post. A tab that misses a message learns of the removal
 * from the store.
 */
export function draftChannel(user: string, post: string): DraftChannel {
  let channel: BroadcastChannel | null = null;
  return {
    listen: (onRemoved) => {
      if (typeof BroadcastChannel === "undefined") return () => {};
      const opened = new BroadcastChannel(`post-drafts:${user}:${post}`);
      opened.addEventListener("message", ({ data }: MessageEvent<Removal[]>) => onRemoved(data));
      channel = opened;
      return () => {
        opened.close();
        channel = null;
      };
    },
    tellRemoved: (removals) => channel?.postMessage(removals),
  };
}
