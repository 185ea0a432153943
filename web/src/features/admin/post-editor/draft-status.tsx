import type { ServerLink } from "./editor-state";
import { timeText } from "./local-date";
import type { SaveFailure } from "./save-outcome";

/** Where unsaved changes are stored. */
export interface DraftStatus {
  link: ServerLink["name"];
  /** The minute in which the server last stored the draft, in milliseconds since 1970. */
  savedAt: number | null;
  isOnDevice: boolean;
}

interface DraftStatusProps {
  isDirty: boolean;
  status: DraftStatus;
}

const ON_DEVICE = "Unsaved changes. Draft saved on this device only:";

/** Status line: where unsaved changes are stored, or that storing them failed. */
export function DraftStatusLine({ isDirty, status }: DraftStatusProps) {
  const { link, savedAt } = status;
  const time = isDirty && link === "working" && savedAt !== null;
  return (
    <p className="mono">
      <span role="status">{isDirty ? draftStatusText(status) : ""}</span>
      {/* Outside of the live region: a new minute is not worth an announcement. */}
      {time && ` ${timeText(savedAt)}`}
    </p>
  );
}

/** Whether unsaved changes are offered again after the page was left. */
export const isKept = ({ link, isOnDevice }: DraftStatus, failure: SaveFailure | null): boolean =>
  // The draft of a post that was deleted for good is offered nowhere.
  !(failure?.notice === "gone" && !failure.isInTrash) && (link === "working" || isOnDevice);

/** Returns the status text, without the time. */
function draftStatusText({ link, savedAt, isOnDevice }: DraftStatus): string {
  if (link === "working")
    return savedAt === null ? "Unsaved changes" : "Unsaved changes. Draft saved";
  if (!isOnDevice) return "Draft not saved. Keep this page open.";
  if (link === "unreachable") return `${ON_DEVICE} the server cannot be reached.`;
  if (link === "signed-out") return `${ON_DEVICE} sign in to save it on the server too.`;
  return `${ON_DEVICE} the server refused the draft.`;
}
