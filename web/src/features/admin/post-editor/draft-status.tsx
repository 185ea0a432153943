import type { DraftStatus } from "./use-drafts";

interface DraftStatusProps {
  isDirty: boolean;
  status: DraftStatus;
}

const ON_DEVICE = "Unsaved changes. Kept on this device;";

/** Where unsaved work is kept, in a line that is quiet while all is well. */
export function DraftStatusLine({ isDirty, status }: DraftStatusProps) {
  const time = isDirty && status.server === "kept" && status.keptAt !== null;
  return (
    <p className="mono">
      <span role="status">{isDirty ? draftStatusText(status) : ""}</span>
      {/* Beside what is announced: a new minute is nothing to interrupt for. */}
      {time && ` ${timeText(status.keptAt ?? 0)}`}
    </p>
  );
}

/** The words of it; the time follows "at". */
function draftStatusText({ server, isOnDevice }: DraftStatus): string {
  if (server === "kept") return "Unsaved changes. Draft kept at";
  if (server === "waiting") return "Unsaved changes";
  if (!isOnDevice) return "Unsaved changes. No copy is kept: do not close this page.";
  if (server === "unreachable") return `${ON_DEVICE} the server cannot be reached.`;
  if (server === "signed-out") return `${ON_DEVICE} log in to keep them on the server too.`;
  return `${ON_DEVICE} the server did not take the draft.`;
}

const timeText = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
