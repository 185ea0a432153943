import type { Removal } from "./local-draft";

/** Broadcasts removed drafts between the tabs of this browser. */
export interface DraftChannel {
  /** Calls `onRemoved` with the removals of other tabs. Returns a function that stops it. */
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
