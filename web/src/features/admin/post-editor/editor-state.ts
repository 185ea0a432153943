import type { AdminPost } from "../../../generated/api";
import type { StoredDrafts, WriteOutcome } from "./draft-store";
import type { LocalDraft, Removal } from "./local-draft";
import { formOf, isChanged, type PostForm } from "./post-form";
import type { SaveFailure } from "./save-outcome";

/** The post as the server has it. */
export interface RemoteVersion {
  version: number;
  form: PostForm;
  /** Who saved it last, and when (RFC 3339); absent if unknown. */
  by?: { email: string | null; at: string } | undefined;
}

type Editing = { name: "editing"; failure: SaveFailure | null };
type Conflict = { name: "conflict"; failure: SaveFailure | null; remoteVersion: RemoteVersion };

/** State of saving the post. */
export type SaveState =
  | Editing
  /** Somebody else has saved the post: both versions are shown until one is chosen. */
  | Conflict
  /** `stays`: whether the editor stays open afterwards. Typing may then continue during the save. */
  | { name: "saving"; before: Editing | Conflict; stays: boolean }
  /** Lasts until the page changes. */
  | { name: "saved" };

/** Result of the last request to the autosave API. */
export type RequestOutcome = "stored" | "unreachable" | "signed-out" | "forbidden" | "refused";

/** The connection to the autosave API. */
export type ServerLink =
  | { name: "working" }
  /** Retried by a timer. */
  | { name: "unreachable"; failures: number }
  /** Retried after a change, or when the person returns to the page. */
  | { name: "signed-out" }
  /** The account has lost its rights, and may get them back. Retried as without a session. */
  | { name: "forbidden" }
  /** The server rejects this form: the post has been deleted, or the form is too long. Retried with another form. */
  | { name: "refused"; form: PostForm | null };

/** A change of the copies on the server. */
export type ServerTask =
  /** Stores a draft, then deletes those that it supersedes. */
  | { kind: "put"; draft: LocalDraft; superseded: readonly Removal[] }
  | { kind: "delete"; key: string };

/** A task that was sent and has not been answered yet. */
export interface ServerRequest {
  id: number;
  task: ServerTask;
  /** Whether the request outlives the page. */
  isLast: boolean;
}

/** State of the editor of one post: the form, saving it, and the copies of unsaved changes. */
export interface EditorState {
  readonly form: PostForm;
  /** The form as it was last saved. */
  readonly baseline: PostForm;
  /** The version of the post that `baseline` was made from. */
  readonly baselineVersion: number | null;
  /** The version of the post that the form was made from. */
  readonly version: number | null;
  readonly save: SaveState;
  /** Unsaved drafts that were found or shelved, newest first. The first is offered. */
  readonly offers: readonly LocalDraft[];
  /** The remote version for which the form's former content was shelved. */
  readonly shelvedForVersion: number | null;
  /** Keys of drafts that were removed or are superseded by this tab's draft: they are never offered again. */
  readonly removed: ReadonlySet<string>;
  /** This tab's own draft. */
  readonly own: {
    readonly key: string;
    /** Drafts that this one continues: removed wherever this one has been stored. */
    readonly superseded: readonly Removal[];
    /** The form that was last written to the device, and when. */
    readonly onDevice: PostForm | null;
    readonly writtenAt: number;
    /** The form that the server last confirmed. */
    readonly onServer: PostForm | null;
    /** Whether the server may have a draft under this key. */
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
    /** Tasks other than this tab's draft, which is sent after them. */
    readonly queue: readonly ServerTask[];
    /** One at a time; more only while the page is being left. */
    readonly requests: readonly ServerRequest[];
    /** The id of the request sent last. */
    readonly lastId: number;
    /** When the own draft was last sent, in milliseconds since 1970. */
    readonly lastPutAt: number;
    /** The minute in which the server last confirmed the own draft, in milliseconds since 1970. */
    readonly savedAt: number | null;
    /** Whether another page was opened: only deletions are still sent. */
    readonly isClosed: boolean;
  };
}

/** Events of the editor. */
export type EditorEvent =
  /** The page runs in the browser: `publishedLocal` is the stored date in the reader's zone. */
  | { type: "opened"; publishedLocal: string }
  | { type: "closed" }
  /** Something was typed, which the form may not have received yet. */
  | { type: "typed" }
  | { type: "edited"; form: PostForm }
  /** The form is replaced; its former content is shelved. */
  | { type: "replaced"; form: PostForm }
  /** An offered draft is to be restored. It is read again, as it may belong to another tab that has continued it. */
  | { type: "restoreChosen"; key: string }
  | ({ type: "restored"; key: string } & StoredDrafts)
  | { type: "discarded"; key: string }
  /** Another tab has removed a draft. */
  | { type: "removedElsewhere"; removal: Removal }
  | { type: "saveStarted"; stays?: boolean }
  /** A conflict stays if `remoteVersion` is absent, and ends if it is null. */
  | { type: "saveFailed"; failure: SaveFailure; remoteVersion?: RemoteVersion | null }
  /** Without `stored` the page is left. With it, the editor continues from the server's version of `form`. */
  | { type: "saveSucceeded"; form: PostForm; stored?: RemoteVersion }
  /** A field, or the whole form, is taken from the remote version. */
  | { type: "fieldTaken"; field: keyof PostForm }
  | { type: "remoteTaken" }
  /** The form is a merge of both versions, based on the remote one. */
  | { type: "merged"; form: PostForm }
  | ({ type: "deviceRead" } & StoredDrafts)
  | { type: "deviceDue" }
  | { type: "deviceWritten"; draft: LocalDraft; outcome: WriteOutcome }
  | { type: "serverListed"; drafts: readonly LocalDraft[] }
  | { type: "serverDue" }
  | { type: "serverAnswered"; id: number; outcome: RequestOutcome }
  /** The page is hidden and may never be shown again. */
  | { type: "leaving" }
  /** The person or the network connection is back. */
  | { type: "returned" };

export type TimerName = "device" | "server";

/** Side effects that the machine requests. */
export type Effect =
  /** Sends "deviceDue" or "serverDue" after `delay` milliseconds. Replaces a running timer of that name. */
  | { type: "startTimer"; timer: TimerName; delay: number }
  /** Sends "restored" with the drafts found, or "deviceRead" without `restore`. */
  | { type: "readDevice"; restore?: string }
  | { type: "writeDevice"; draft: LocalDraft; superseded: readonly Removal[] }
  | { type: "removeFromDevice"; removals: readonly Removal[] }
  | { type: "listServer" }
  | { type: "send"; request: ServerRequest };

/** Values that the transition, a pure function, needs from outside. */
export interface Stamp {
  /** Milliseconds since 1970. */
  now: number;
  /** A key that no draft uses yet. */
  spareKey: string;
}

/** Returns the state before the page runs: on the server, and in the browser until "opened". */
export function initialState(post: AdminPost | null, publicUrl = ""): EditorState {
  const form = formOf(post, publicUrl);
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

/** Returns a draft of this editor that has not been stored yet. */
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

/**
 * Returns the names of the fields that made the last save fail and have the same value since, separated by spaces: they
 * may be changed by a button as well as by typing.
 */
export function stillInvalid({ form, save }: EditorState): string {
  const { failure } = problemOf(save);
  const valueIn = (name: string, values: PostForm | undefined) =>
    values?.[(name === "published_date" ? "published_local" : name) as keyof PostForm];
  return Object.keys(failure?.fields ?? {})
    .filter((name) => valueIn(name, form) === valueIn(name, failure?.form))
    .join(" ");
}
