import type { AdminPost } from "../../../generated/api";
import type { StoredDrafts, WriteOutcome } from "./draft-store";
import type { LocalDraft, Removal } from "./local-draft";
import { formOf, isChanged, type PostForm } from "./post-form";
import type { SaveFailure } from "./save-outcome";

/** The post as the server has it. */
export interface RemoteVersion {
  version: number;
  form: PostForm;
  /** Who saved it last, and when (RFC 3339); absent when that could not be had. */
  by?: { email: string | null; at: string } | undefined;
}

type Editing = { name: "editing"; failure: SaveFailure | null };
type Conflict = { name: "conflict"; failure: SaveFailure | null; remoteVersion: RemoteVersion };

/** The saving of the post. */
export type SaveState =
  | Editing
  /** Somebody else has saved the post: both versions are shown until one is chosen. */
  | Conflict
  /** `stays`: the editor goes on afterwards, and may be typed in meanwhile. */
  | { name: "saving"; before: Editing | Conflict; stays: boolean }
  /** Until the page changes. */
  | { name: "saved" };

/** Result of the last request to the autosave API. */
export type RequestOutcome = "stored" | "unreachable" | "signed-out" | "forbidden" | "refused";

/** The connection to the autosave API. */
export type ServerLink =
  | { name: "working" }
  /** Tried again by a timer. */
  | { name: "unreachable"; failures: number }
  /** Tried again after a change, or when the person returns to the page. */
  | { name: "signed-out" }
  /** The account has lost its rights, and may get them back: tried again as without a session. */
  | { name: "forbidden" }
  /** The server does not take this form: the post is gone, or it is too long. A changed form is tried. */
  | { name: "refused"; form: PostForm | null };

/** A change of the server's copies. */
export type ServerTask =
  /** Stores a draft; once that is done, those that it supersedes are deleted. */
  | { kind: "put"; draft: LocalDraft; superseded: readonly Removal[] }
  | { kind: "delete"; key: string };

/** A task that was sent and has no answer yet. */
export interface ServerRequest {
  id: number;
  task: ServerTask;
  /** Sent to outlive the page. */
  isLast: boolean;
}

/** The editor of one post: the form, its saving, and the copies of what is not saved. */
export interface EditorState {
  readonly form: PostForm;
  /** The form as it is saved. */
  readonly baseline: PostForm;
  /** The version of the post that `baseline` is. */
  readonly baselineVersion: number | null;
  /** The version of the post that the form was made from. */
  readonly version: number | null;
  readonly save: SaveState;
  /** Unsaved drafts that were found or shelved, newest first. The first is offered. */
  readonly offers: readonly LocalDraft[];
  /** The remote version that replaced the form's content, which was shelved. */
  readonly shelvedForVersion: number | null;
  /** Keys of drafts that were removed, or are superseded by this tab's: they are never offered again. */
  readonly removed: ReadonlySet<string>;
  /** This tab's own draft. */
  readonly own: {
    readonly key: string;
    /** Drafts that this one goes on from: removed where this one is stored. */
    readonly superseded: readonly Removal[];
    /** The form that was last written to the device, and when. */
    readonly onDevice: PostForm | null;
    readonly writtenAt: number;
    /** The form that the server last confirmed. */
    readonly onServer: PostForm | null;
    /** Whether the server may have anything under this key. */
    readonly isSent: boolean;
  };
  readonly device: {
    readonly isTimed: boolean;
    /** Whether the last write succeeded. */
    readonly isAvailable: boolean;
  };
  readonly server: {
    readonly link: ServerLink;
    readonly isTimed: boolean;
    /** Tasks besides the own draft, which follows them. */
    readonly queue: readonly ServerTask[];
    /** One at a time, more only while the page is being left. */
    readonly requests: readonly ServerRequest[];
    /** The id of the request that was sent last. */
    readonly lastId: number;
    /** When the own draft was last sent, in milliseconds since 1970. */
    readonly lastPutAt: number;
    /** The minute in which the server last confirmed the own draft, in milliseconds since 1970. */
    readonly savedAt: number | null;
    /** The page was left for another: only deletions still go out. */
    readonly isClosed: boolean;
  };
}

/** Events of the editor. */
export type EditorEvent =
  /** The page runs in the browser: `publishedLocal` is the stored date in the reader's zone. */
  | { type: "opened"; publishedLocal: string }
  | { type: "closed" }
  /** Something was typed; the form may not have received it yet. */
  | { type: "typed" }
  | { type: "edited"; form: PostForm }
  /** The form is filled with something else; what was in it is shelved. */
  | { type: "replaced"; form: PostForm }
  /** An offered draft is wanted. It may be another tab's, which has gone on since it was found: it is read again. */
  | { type: "restoreChosen"; key: string }
  | ({ type: "restored"; key: string } & StoredDrafts)
  | { type: "discarded"; key: string }
  /** Another tab has removed a draft. */
  | { type: "removedElsewhere"; removal: Removal }
  | { type: "saveStarted"; stays?: boolean }
  /** Without `remoteVersion` a conflict that is shown stays; null ends it. */
  | { type: "saveFailed"; failure: SaveFailure; remoteVersion?: RemoteVersion | null }
  /** Without `stored` the page is left. With it the editor goes on from what the server has made of `form`. */
  | { type: "saveSucceeded"; form: PostForm; stored?: RemoteVersion }
  /** A field, or the whole form, is taken from the remote version. */
  | { type: "fieldTaken"; field: keyof PostForm }
  | { type: "remoteTaken" }
  /** The form is what both versions came to, made from the remote one. */
  | { type: "merged"; form: PostForm }
  | ({ type: "deviceRead" } & StoredDrafts)
  | { type: "deviceDue" }
  | { type: "deviceWritten"; draft: LocalDraft; outcome: WriteOutcome }
  | { type: "serverListed"; drafts: readonly LocalDraft[] }
  | { type: "serverDue" }
  | { type: "serverAnswered"; id: number; outcome: RequestOutcome }
  /** The page is hidden and may never be shown again. */
  | { type: "leaving" }
  /** The person or the network is back. */
  | { type: "returned" };

export type TimerName = "device" | "server";

/** Side effects that the machine requests. */
export type Effect =
  /** Sends "deviceDue" or "serverDue" after `delay` milliseconds; replaces the timer of that name. */
  | { type: "startTimer"; timer: TimerName; delay: number }
  /** Sends "restored" with what is found, or without `restore` "deviceRead". */
  | { type: "readDevice"; restore?: string }
  | { type: "writeDevice"; draft: LocalDraft; superseded: readonly Removal[] }
  | { type: "removeFromDevice"; removals: readonly Removal[] }
  | { type: "listServer" }
  | { type: "send"; request: ServerRequest };

/** Values that a transition needs from outside: it is a pure function. */
export interface Stamp {
  /** Milliseconds since 1970. */
  now: number;
  /** A key that no draft has yet. */
  spareKey: string;
}

/** Returns the state before the page runs: on the server, and in the browser until "opened". */
export function initialState(post: AdminPost | null): EditorState {
  const form = formOf(post);
  return {
    form,
    baseline: form,
    baselineVersion: post?.version ?? null,
    version: post?.version ?? null,
    save: { name: "editing", failure: null },
    offers: [],
    shelvedForVersion: null,
    removed: new Set(),
    own: ownDraft(""),
    device: { isTimed: false, isAvailable: true },
    server: {
      link: { name: "working" },
      isTimed: false,
      queue: [],
      requests: [],
      lastId: 0,
      lastPutAt: 0,
      savedAt: null,
      isClosed: false,
    },
  };
}

/** Returns a new draft of this editor that is stored nowhere yet. */
export const ownDraft = (key: string): EditorState["own"] => ({
  key,
  superseded: [],
  onDevice: null,
  writtenAt: 0,
  onServer: null,
  isSent: false,
});

/** Whether the form holds something that is not saved. */
export const isDirty = ({ save, form, baseline }: EditorState): boolean =>
  save.name !== "saved" && isChanged(form, baseline);

/** Returns the failure and the remote version to show on the page; null for none. */
export function problemOf(save: SaveState): {
  failure: SaveFailure | null;
  remoteVersion: RemoteVersion | null;
} {
  const shown = save.name === "saving" ? save.before : save;
  return {
    failure: shown.name === "saved" ? null : shown.failure,
    remoteVersion: shown.name === "conflict" ? shown.remoteVersion : null,
  };
}
