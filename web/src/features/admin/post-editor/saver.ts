import type { Revision } from "../../../generated/api";
import type { RemoteVersion } from "./editor-state";
import { timeText } from "./local-date";

/**
 * Returns who saved a version, and when, from the newest revision, which that save has replaced. Returns undefined if
 * the revision is not from that save: renaming an author or category raises the version of a post without a revision.
 */
export const savedBy = (newest: Revision | undefined, version: number): RemoteVersion["by"] =>
  newest && newest.version + 1 === version
    ? { email: newest.editor, at: newest.created_at }
    : undefined;

/** The person who saved a version. */
export interface Saver {
  isMe: boolean;
  /** "ada@example.com, 14:35", "You, in another tab, 14:35". */
  text: string;
}

/** Describes who has saved a version; `me` is the reader's email address. */
export function saverOf(by: { email: string | null; at: string }, me: string): Saver {
  const isMe = by.email?.toLowerCase() === me.toLowerCase();
  const name = isMe ? "You, in another tab" : (by.email ?? "Somebody else");
  return { isMe, text: `${name}, ${timeText(by.at)}` };
}
