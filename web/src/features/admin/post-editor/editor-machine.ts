import type { WriteOutcome } from "./draft-store";
import {
  type EditorEvent,
  type EditorState,
  type Effect,
  isDirty,
  ownDraft,
  problemOf,
  type RemoteVersion,
  type Stamp,
} from "./editor-state";
import { draftsToOffer, type LocalDraft, type Removal } from "./local-draft";
import { changedFields, isChanged, type PostForm } from "./post-form";
import {
  answerServer,
  cancelPut,
  deleteRemoved,
  enqueue,
  leaveServer,
  retryServer,
  scheduleServer,
  sendNext,
} from "./server-copy";
import { patch, patchServer, type Transition, withKeys } from "./transition";

/**
 * How long a change waits before it is written to the device, in milliseconds: the most typing that a crash can lose.
 */
export const DEVICE_DELAY = 500;

/**
 * Returns the state after an event, and the effects that the event asks for. Four regions of the state move
 * independently:
 *
 *     form     clean ⇄ dirty            a dirty form has a draft; a clean one removes it
 *     save     editing → saving → saved, or back to editing, saved or not; saving → conflict → editing
 *     device   idle → timed → written   at most every 500 ms
 *     server   idle → timed → sending → idle; → unreachable → timed; → signed-out; → forbidden; → refused
 *     offers   found or shelved → restored (this tab's draft supersedes it) or discarded
 */
export function reduce(
  before: EditorState,
  event: EditorEvent,
  stamp: Stamp,
): [EditorState, Effect[]] {
  const step: Transition = { state: before, effects: [], stamp };
  apply(step, event);
  return [step.state, step.effects];
}

function apply(step: Transition, event: EditorEvent): void {
  const { state } = step;
  switch (event.type) {
    case "opened":
      open(step, event.publishedLocal);
      return;
    case "closed":
      patchServer(step, { isClosed: true });
      return;
    case "typed":
      if (state.save.name !== "saved") schedule(step);
      return;
    case "edited":
      fill(step, event.form);
      return;
    case "replaced":
      shelve(step);
      fill(step, event.form);
      return;
    case "restoreChosen":
      step.effects.push({ type: "readDevice", restore: event.key });
      return;
    case "restored":
      restore(step, event);
      return;
    case "discarded":
      discard(step, event.key);
      return;
    case "removedElsewhere":
      removeElsewhere(step, event.removal);
      return;
    case "deviceRead":
      patch(step, { removed: withKeys(state.removed, event.removed) });
      offer(step, event.drafts);
      step.effects.push({ type: "listServer" });
      return;
    case "serverListed":
      // The server has not received the deletion yet, or got a copy after it.
      for (const { key } of event.drafts) deleteRemoved(step, key);
      offer(step, event.drafts);
      scheduleServer(step);
      return;
    case "deviceDue":
      patch(step, { device: { ...state.device, isTimed: false } });
      writeChanged(step);
      return;
    case "deviceWritten":
      answerDevice(step, event.draft, event.outcome);
      return;
    case "serverDue":
      patchServer(step, { isTimed: false });
      sendNext(step);
      return;
    case "serverAnswered":
      answerServer(step, event.id, event.outcome);
      return;
    case "leaving":
      writeChanged(step);
      leaveServer(step);
      return;
    case "returned":
      retryServer(step);
      return;
    default:
      applySave(step, event);
      return;
  }
}

type SaveEvent = Extract<
  EditorEvent,
  { type: "saveStarted" | "saveFailed" | "saveSucceeded" | "fieldTaken" | "remoteTaken" | "merged" }
>;

/** Handles saves and edit conflicts. */
function applySave(step: Transition, event: SaveEvent): void {
  const { save, form, shelvedForVersion } = step.state;
  switch (event.type) {
    case "saveStarted":
      if (save.name === "editing" || save.name === "conflict")
        patch(step, { save: { name: "saving", before: save, stays: event.stays ?? false } });
      return;
    case "saveFailed": {
      const { failure, remoteVersion: news = problemOf(save).remoteVersion } = event;
      patch(step, {
        save: news
          ? { name: "conflict", failure, remoteVersion: news }
          : { name: "editing", failure },
      });
      return;
    }
    case "saveSucceeded":
      if (event.stored) {
        goOn(step, event.form, event.stored);
        return;
      }
      patch(step, { baseline: event.form });
      // Another version was loaded into the form during the save.
      shelve(step);
      patch(step, { save: { name: "saved" } });
      retire(step);
      return;
    case "fieldTaken": {
      if (save.name !== "conflict") return;
      const { remoteVersion } = save;
      // Content is too long to be typed again, so the state before the first choice is shelved.
      if (event.field === "content" && shelvedForVersion !== remoteVersion.version) {
        patch(step, { shelvedForVersion: remoteVersion.version });
        shelve(step);
      }
      fill(step, { ...form, [event.field]: remoteVersion.form[event.field] });
      return;
    }
    case "remoteTaken":
      if (save.name === "conflict") goOnFrom(step, save.remoteVersion, save.remoteVersion.form);
      return;
    case "merged":
      if (save.name === "conflict") goOnFrom(step, save.remoteVersion, event.form);
      return;
  }
}

/** Ends a conflict: the form becomes `form`, as a change of the remote version, and its former content is shelved. */
function goOnFrom(step: Transition, remote: RemoteVersion, form: PostForm): void {
  if (isChanged(step.state.form, form)) shelve(step);
  patch(step, {
    baseline: remote.form,
    baselineVersion: remote.version,
    version: remote.version,
    save: { name: "editing", failure: null },
  });
  fill(step, form);
}

/**
 * After a save that stays in the editor: what was typed during the save is unsaved, the rest equals the stored version.
 */
function goOn(step: Transition, sent: PostForm, stored: RemoteVersion): void {
  // The texts are not replaced by the server's normalised versions, as that would move the cursor, and take the space
  // before the next word.
  const { title, summary, author_bio, content, meta_title, meta_description, schema } = sent;
  const written = { title, summary, author_bio, content, meta_title, meta_description, schema };
  // An empty author becomes the default one.
  const author = sent.author.trim() ? sent.author : stored.form.author;
  const baseline = { ...stored.form, ...written, author };
  const { form } = step.state;
  patch(step, {
    baseline,
    baselineVersion: stored.version,
    version: stored.version,
    save: { name: "editing", failure: null },
  });
  fill(step, { ...baseline, ...changedFields(form, sent) });
}

function open(step: Transition, publishedLocal: string): void {
  const { form, baseline, own } = step.state;
  patch(step, {
    form: { ...form, published_local: publishedLocal },
    baseline: { ...baseline, published_local: publishedLocal },
    own: own.key === "" ? ownDraft(step.stamp.spareKey) : own,
  });
  patchServer(step, { isClosed: false });
  step.effects.push({ type: "readDevice" });
}

/** Sets the form. */
function fill(step: Transition, form: PostForm): void {
  patch(step, { form });
  if (isDirty(step.state)) schedule(step);
  else retire(step);
}

/** Schedules writes of a dirty form to the device and the server. */
function schedule(step: Transition): void {
  const { device } = step.state;
  if (!device.isTimed) {
    patch(step, { device: { ...device, isTimed: true } });
    step.effects.push({ type: "startTimer", timer: "device", delay: DEVICE_DELAY });
  }
  scheduleServer(step, { isEdit: true });
}

/** The form is clean: removes this tab's draft and those that it supersedes. */
function retire(step: Transition): void {
  const { key, superseded, onDevice, writtenAt, isSent } = step.state.own;
  if (!onDevice && !isSent && superseded.length === 0) return;
  patch(step, { own: ownDraft(step.stamp.spareKey) });
  patchServer(step, { link: { name: "working" }, savedAt: null });
  const removals = [{ key, at: writtenAt }, ...superseded];
  remove(step, removals, isSent ? removals : superseded);
}

/** Deletes drafts from the device, and from the server if they may be there. */
function remove(step: Transition, removals: readonly Removal[], sent = removals): void {
  withdraw(step, removals.map(keyOf));
  step.effects.push({
    type: "removeFromDevice",
    removals: removals.map(({ key, at }) => ({ key, at })),
  });
  for (const { key } of [...removals.flatMap(({ key }) => cancelPut(step, key)), ...sent])
    enqueue(step, { kind: "delete", key });
  scheduleServer(step);
}

/** Withdraws the offers of removed drafts. */
function withdraw(step: Transition, keys: readonly string[]): void {
  const { removed, offers } = step.state;
  patch(step, {
    removed: withKeys(removed, keys),
    offers: offers.filter(({ key }) => !keys.includes(key)),
  });
}

/** Offers the drafts found; deletes those that equal the saved post. */
function offer(step: Transition, found: readonly LocalDraft[]): void {
  const { removed, own, offers, baseline } = step.state;
  const open = found.filter(({ key }) => key !== own.key && !removed.has(key));
  const next = draftsToOffer([...offers, ...open], baseline);
  patch(step, { offers: next });
  const useless = open.filter(({ key }) => !next.some((draft) => draft.key === key));
  if (useless.length > 0) remove(step, useless);
}

type Restored = Extract<EditorEvent, { type: "restored" }>;

/** Called before the form is replaced: its content becomes a draft under a separate key, which is offered. */
function shelve(step: Transition): void {
  const { state, stamp } = step;
  if (!isDirty(state)) return;
  const { form, version, own } = state;
  const draft = { key: own.key, form, version, at: stamp.now };
  if (form !== own.onDevice) write(step, draft);
  enqueue(step, { kind: "put", draft, superseded: own.superseded });
  patch(step, { own: ownDraft(stamp.spareKey), offers: [draft, ...state.offers] });
  patchServer(step, { savedAt: null });
  scheduleServer(step);
}

function restore(step: Transition, { key, drafts, removed }: Restored): void {
  withdraw(step, removed);
  const isWanted = (one: LocalDraft) => one.key === key;
  const offered = step.state.offers.find(isWanted);
  const draft = offered && (drafts.find(isWanted) ?? offered);
  // After a save the page is about to change, and would take a restored draft with it.
  if (!draft || step.state.save.name === "saved") return;
  shelve(step);
  withdraw(step, [key]);
  const { own, version } = step.state;
  patch(step, {
    own: {
      ...own,
      superseded: [...own.superseded, { key, at: draft.at }, ...cancelPut(step, key)],
    },
    version: draft.version ?? version,
  });
  fill(step, draft.form);
  // Written at once: until then other tabs still find the restored draft, which is also the only copy.
  writeChanged(step);
}

function discard(step: Transition, key: string): void {
  remove(
    step,
    step.state.offers.filter((one) => one.key === key),
  );
}

/**
 * Handles the removal of a draft in another tab, which restored or discarded it. This tab's form keeps its content and
 * stores it under another key, at the next change, or at once if the other tab did not have the newest content.
 */
function removeElsewhere(step: Transition, { key, at }: Removal): void {
  const { own, offers } = step.state;
  const shelved = offers.find((draft) => draft.key === key && draft.at > at);
  if (shelved) {
    shelveAgain(step, shelved);
    return;
  }
  cancelPut(step, key);
  withdraw(step, [key]);
  if (key !== own.key) return;
  const { superseded, onDevice, writtenAt } = own;
  const fresh = { ...ownDraft(step.stamp.spareKey), superseded };
  const isKnown = at === writtenAt;
  patch(step, { own: isKnown ? { ...fresh, onDevice, writtenAt, onServer: onDevice } : fresh });
  patchServer(step, { savedAt: null });
  if (isKnown || !isDirty(step.state)) return;
  writeChanged(step);
  scheduleServer(step, { isEdit: true });
}

/** Stores a shelved draft under another key: it was removed elsewhere, but has newer content here. */
function shelveAgain(step: Transition, draft: LocalDraft): void {
  const again = { ...draft, key: step.stamp.spareKey };
  const superseded = cancelPut(step, draft.key);
  withdraw(step, [draft.key]);
  step.effects.push({ type: "writeDevice", draft: again, superseded });
  enqueue(step, { kind: "put", draft: again, superseded });
  patch(step, { offers: [again, ...step.state.offers] });
  scheduleServer(step);
}

function write({ state, effects }: Transition, draft: LocalDraft): void {
  effects.push({ type: "writeDevice", draft, superseded: state.own.superseded });
}

/** Writes this tab's draft to the device if it has changed since the last write. */
function writeChanged(step: Transition): void {
  const { form, version, own } = step.state;
  if (!isDirty(step.state) || form === own.onDevice) return;
  write(step, { key: own.key, form, version, at: step.stamp.now });
  patch(step, { own: { ...own, onDevice: form, writtenAt: step.stamp.now } });
}

function answerDevice(step: Transition, draft: LocalDraft, outcome: WriteOutcome): void {
  const { own, device } = step.state;
  patch(step, { device: { ...device, isAvailable: outcome !== "failed" } });
  if (outcome !== "removed") return;
  const { key, form } = draft;
  enqueue(step, { kind: "delete", key });
  if (step.state.offers.some((one) => one.key === key && one.form === form)) {
    shelveAgain(step, draft);
    return;
  }
  withdraw(step, [key]);
  if (key === own.key || form === own.onDevice) {
    // Another tab removed the draft before this change: it is stored under another key.
    const { superseded } = own;
    const again = key === own.key ? { ...ownDraft(step.stamp.spareKey), superseded } : own;
    patch(step, { own: { ...again, onDevice: null, onServer: null } });
    writeChanged(step);
  }
  scheduleServer(step, { isEdit: true });
}

const keyOf = ({ key }: Removal): string => key;
