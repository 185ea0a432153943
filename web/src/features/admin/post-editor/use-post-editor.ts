import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AdminPost, PostInput } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate, useSite } from "../../../lib/site-context";
import { useFailureFocus } from "../../../ui/forms/use-form";
import { dismissToast, toast } from "../../../ui/overlay/toast-store";
import { keepFocus } from "../shared/keep-focus";
import { settleSlug } from "../shared/slug";
import { createPost } from "./create-post";
import { createCopy, isInTrash } from "./deleted-post";
import {
  type EditorEvent,
  isDirty,
  problemOf,
  type RemoteVersion,
  type SaveState,
  stillInvalid,
} from "./editor-state";
import { formOf, inputOf, type PostForm, withLocalDate } from "./post-form";
import { stateOf } from "./post-state";
import { failureOf, missingFields, type SaveFailure } from "./save-outcome";
import { savedBy } from "./saver";
import { analysisInput } from "./search-check";
import { resumeInField, savePlace, saveTyped, typingPlace } from "./typing-place";
import { useDraftSync, useSelected } from "./use-draft-sync";
import { usePreview } from "./use-preview";
import { useSaveQuestions } from "./use-save-questions";

export const AFTER_SAVE = "/admin/blog";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 2000;

export type SetField = <K extends keyof PostForm>(field: K, value: PostForm[K]) => void;

/**
 * The form of one post, and saving it. The form starts from the first value of `given`: later values are ignored, or a
 * save would overwrite what somebody else has changed meanwhile.
 * @param user the signed-in user's email address
 */
export function usePostEditor(given: AdminPost | null, user: string) {
  const [post] = useState(given);
  /** The post as last stored. */
  const stored = useRef(post);
  /** A new post that was sent without a response: it may have been stored. */
  const lost = useRef<PostInput | null>(null);
  /** Whether the last save stays in the editor. */
  const stays = useRef(false);
  /** Whether a new post was saved and stays open, while the browser goes to its page. */
  const [isMoving, setMoving] = useState(false);
  const navigate = useNavigate();
  const { public_url } = useSite();
  const formRef = useRef<HTMLFormElement>(null);
  /** Updates the form with pending changes of the content editor. */
  const flush = useRef(() => {});
  /** Adds the category still in its field. */
  const addTyped = useRef(() => {});
  /** Number of images being uploaded into the post: a save now would miss them. */
  const uploading = useRef(0);

  const { mayPublish, mayTakeAddress, isChecking, isAsked, question } = useSaveQuestions();

  const sync = useDraftSync(post, user, public_url, flush);
  const baseline = useSelected(sync, (state) => state.baseline);
  const baselineVersion = useSelected(sync, (state) => state.baselineVersion);
  const version = useSelected(sync, (state) => state.version);
  const save = useSelected(sync, (state) => state.save);
  const offer = useSelected(sync, (state) => state.offers[0] ?? null);
  const isUnsaved = useSelected(sync, isDirty);
  const link = useSelected(sync, (state) => state.server.link.name);
  const savedAt = useSelected(sync, (state) => state.server.savedAt);
  const isOnDevice = useSelected(sync, (state) => state.device.isAvailable);
  const { failure, remoteVersion } = problemOf(save);
  const invalid = useSelected(sync, stillInvalid);
  const errors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(failure?.fields ?? {}).filter(([name]) => invalid.split(" ").includes(name)),
      ),
    [failure, invalid],
  );

  const set: SetField = useCallback(
    (field, value) => sync.send({ type: "edited", form: { ...sync.state().form, [field]: value } }),
    [sync],
  );

  useEffect(() => {
    if (save.name !== "saved" || isMoving) return;
    const timer = setTimeout(() => navigate(AFTER_SAVE), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [save.name, isMoving, navigate]);

  useEffect(() => resumeInField(given?.id ?? "", formRef.current), [given]);

  const titleField = () => formRef.current?.querySelector<HTMLElement>("[name=title]");
  /** Sends an event that may remove the pressed button. The focus then goes to the title. */
  const sendAndFocus = (event: EditorEvent) => keepFocus(() => sync.send(event), titleField);

  const fallback = failure?.isInPlace ? undefined : "[type=submit]";
  useFailureFocus(formRef, failure, failure?.notice ? ".editor-notice" : fallback);

  const fail = (failure: SaveFailure, remoteVersion?: RemoteVersion | null) => {
    const isInPlace = stays.current;
    sync.send({
      type: "saveFailed",
      failure: { ...failure, isInPlace, form: sync.state().form },
      remoteVersion,
    });
    // A conflict is shown above the form, with both versions. The message of an earlier attempt no longer applies.
    if (failure.notice === "conflict" || failure.notice === "gone") dismissToast();
    else toast("error", failure.title, failure.text);
    return false;
  };

  /** Repeats the last save over another version: that save is still what the person wants. */
  const again = useRef<(from?: number) => Promise<unknown>>(async () => {});

  /** Begins a save, unless another one is running or asking. Returns whether the form can be saved. */
  const begin = (isStaying: boolean, repeat: typeof again.current): boolean => {
    if (phaseOf(sync.state().save) !== "editing" || isAsked.current) return false;
    stays.current = isStaying;
    again.current = repeat;
    if (uploading.current > 0) {
      toast("error", "Please wait", "An image is still being uploaded.");
      return false;
    }
    flush.current();
    addTyped.current();
    // The cursor may still be in the slug field.
    settleSlug(sync.state(), set, stays.current && !post);
    const missing = missingFields(sync.state().form);
    // The notice stays: the post is still gone.
    return !missing || fail(failure?.notice === "gone" ? { ...failure, ...missing } : missing);
  };

  /**
   * Saves the form. Resolves to whether it was saved.
   * @param from the version that it is saved over
   * @param published whether the post is published; by default as in the form
   */
  const submit = async (from: number | null, published?: boolean): Promise<boolean> => {
    const { form: typed, baseline: saved } = sync.state();
    const { pathname } = location;
    const checked = { ...typed, published: published ?? typed.published };
    if (!(await mayTakeAddress(checked.slug, post && saved.slug))) return false;
    // The form's submit button does not ask.
    const isGoingPublic = stays.current && checked.published && !saved.published;
    const isAhead = stateOf(checked, Date.now()) === "scheduled";
    if (isGoingPublic && !(await mayPublish(analysisInput(checked, post, ""), isAhead)))
      return false;
    // Typing may have continued during the checks.
    flush.current();
    if (published !== undefined) set("published", published);
    const { form } = sync.state();
    sync.send({ type: "saveStarted", stays: stays.current });
    const body = inputOf(form, stored.current, from);
    const result = await (post
      ? callApi("PUT", "/api/admin/posts/{id}", { path: { id: post.id }, body })
      : createPost(body, lost.current));
    if (!result.ok) {
      // A failed save leaves the switch as it was.
      if (published !== undefined) set("published", typed.published);
      if (result.error.code === "network" && lost.current?.slug !== body.slug) lost.current = body;
      const failure = failureOf(result, post === null);
      if (post && failure.notice === "gone")
        return fail({ ...failure, isInTrash: await isInTrash(post.id) });
      return fail(
        failure,
        post && failure.notice === "conflict" ? await remoteOf(post.id, public_url) : undefined,
      );
    }
    succeed(form, result.data, pathname);
    return true;
  };

  const succeed = (form: PostForm, data: AdminPost, sentFrom: string) => {
    stored.current = data;
    // Another page may have been opened during the save. What was typed since is then kept as a draft.
    const isOwnPageNext = stays.current && post === null && location.pathname === sentFrom;
    setMoving(isOwnPageNext);
    const goesOn = stays.current && post !== null;
    // What was typed during the save is unsaved.
    flush.current();
    const { form: typed } = sync.state();
    if (isOwnPageNext) {
      savePlace(data.id, typingPlace());
      saveTyped(data.id, typed, form);
    }
    sendAndFocus({
      type: "saveSucceeded",
      form: isOwnPageNext ? typed : form,
      stored: goesOn ? versionOf(data, public_url) : undefined,
    });
    const updated = stays.current ? "Post updated successfully!" : "Post updated!";
    toast("success", post ? updated : "Post created successfully!");
    if (isOwnPageNext) openNew(data.id);
  };

  const openNew = (id: string) =>
    navigate(`${AFTER_SAVE}/edit/${id}`, { replace: true, keepScroll: true });

  /** Saves, then goes to the list or stays in the editor. */
  const saveAnd = async (
    next: "leave" | "stay",
    from?: number,
    published?: boolean,
  ): Promise<boolean> =>
    begin(next === "stay", (from) => saveAnd(next, from, published)) &&
    submit(from ?? sync.state().version, published);

  /** Creates a post from the form and continues in its editor. */
  const saveAsNew = async (): Promise<void> => {
    if (!begin(true, saveAsNew)) return;
    const { form } = sync.state();
    const { pathname } = location;
    sync.send({ type: "saveStarted" });
    const result = await createCopy(form, lost.current);
    if (!result.ok) {
      if (result.error.code === "network") lost.current ??= inputOf(form, null);
      const wrong = failureOf(result, true);
      fail({ ...failure, notice: "gone", ...wrong });
      if (!wrong.notice) toast("error", wrong.title, wrong.text);
      return;
    }
    const { id, slug } = result.data;
    setMoving(true);
    sync.send({ type: "saveSucceeded", form });
    const isRenamed = slug !== form.slug && `Its address is /blog/${slug}: the old one is taken.`;
    toast("success", "Post created successfully!", isRenamed || undefined);
    // Another page may have been opened during the save.
    if (location.pathname === pathname) openNew(id);
  };

  /** Restores the post from the trash and saves the form as a change of it. */
  const restoreAndSave = async () => {
    if (!post || phaseOf(sync.state().save) !== "editing") return;
    const result = await callApi("POST", "/api/admin/posts/{id}/restore", {
      path: { id: post.id },
    });
    // Somebody else may have restored it: then it can be saved, too.
    if (result.ok || result.status === 404) await saveAnd("stay");
    else toast("error", "The post could not be restored", result.error.message);
  };

  // A preview publishes nothing.
  const preview = usePreview(sync, stored, () => saveAnd("stay", undefined, false));

  return {
    sync,
    set,
    baseline,
    version,
    formRef,
    flush,
    addTyped,
    uploading,
    phase: isMoving || isChecking ? ("saving" as const) : phaseOf(save),
    /** Whether the form is locked because the page is about to change. */
    isLocked: save.name === "saved" || (save.name === "saving" && !save.stays),
    failure,
    /** The messages of the failure for the fields that were not changed since. */
    errors,
    isDirty: isUnsaved,
    saveAnd,
    preview,
    saveAsNew,
    restoreAndSave,
    /** A dialog that asks before a save; null when there is nothing to ask. */
    question,
    /** Saves the post as published or as a draft, and stays. */
    publish: (published: boolean) => saveAnd("stay", undefined, published),
    /** Continues after a new sign-in: repeats the failed save and sends the draft. */
    signedIn: () => {
      sync.send({ type: "returned" });
      if (failure?.notice === "sign-in") void again.current();
    },
    /** Where the copies of unsaved work are. */
    draftStatus: { link, savedAt, isOnDevice },
    /** The newest of the unsaved drafts that were found, until it is restored or discarded. */
    offer,
    /** Loads a draft into the form, with the version that the draft was made from. */
    restore: (key: string) => {
      sync.send({ type: "restoreChosen", key });
      // The offer goes once the device has been read.
      titleField()?.focus();
    },
    discard: (key: string) => sendAndFocus({ type: "discarded", key }),
    /** Replaces the form with another version of the post, as a change of the stored one. */
    replace: (form: PostForm) => {
      flush.current();
      sync.send({ type: "replaced", form });
    },
    conflict: remoteVersion && {
      mine: sync,
      stored: remoteVersion.form,
      by: remoteVersion.by,
      version: remoteVersion.version,
      /** The common ancestor of both versions; null if it is not available. */
      base: baselineVersion === version ? baseline : null,
      /** Saves the merged version. */
      onMerge: (merged: PostForm) => {
        flush.current();
        sendAndFocus({ type: "merged", form: merged });
        void again.current();
      },
      onTake: (field: keyof PostForm) => {
        flush.current();
        sync.send({ type: "fieldTaken", field });
      },
      /** Loads the stored version into the form, and offers its former content as a draft. */
      onTakeAll: () => {
        flush.current();
        sendAndFocus({ type: "remoteTaken" });
      },
      onKeepMine: () => void again.current(remoteVersion.version),
    },
  };
}

/** What the page shows of a save: "saved" until the page changes. */
export type SavePhase = "editing" | "saving" | "saved";

const phaseOf = ({ name }: SaveState): SavePhase => (name === "conflict" ? "editing" : name);

const versionOf = (post: AdminPost, publicUrl: string): RemoteVersion => ({
  version: post.version,
  form: withLocalDate(formOf(post, publicUrl), post),
});

/** Returns the post as stored now, and who saved it; null if it cannot be loaded. */
async function remoteOf(id: string, publicUrl: string): Promise<RemoteVersion | null> {
  const [stored, history] = await Promise.all([
    callApi("GET", "/api/admin/posts/{id}", { path: { id } }),
    callApi("GET", "/api/admin/posts/{id}/revisions", { path: { id }, query: { page: 1 } }),
  ]);
  if (!stored.ok) return null;
  const last = history.ok ? history.data.revisions[0] : undefined;
  return { ...versionOf(stored.data, publicUrl), by: savedBy(last, stored.data.version) };
}
