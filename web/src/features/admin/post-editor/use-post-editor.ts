import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminPost, PostInput } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { useFailureFocus } from "../../../ui/forms/use-form";
import { dismissToast, toast } from "../../../ui/overlay/toast-store";
import { keepFocus } from "../shared/keep-focus";
import { settleSlug } from "../shared/slug";
import { savedBy } from "./conflict";
import { createPost } from "./create-post";
import { createCopy, isInTrash } from "./deleted-post";
import {
  type EditorEvent,
  isDirty,
  problemOf,
  type RemoteVersion,
  type SaveState,
} from "./editor-state";
import { formOf, inputOf, type PostForm, withLocalDate } from "./post-form";
import { stateOf } from "./post-state";
import { failureOf, missingFields, type SaveFailure } from "./save-outcome";
import { analysisInput } from "./search-check";
import { resumeInField, savePlace, typingPlace } from "./typing-place";
import { useDraftSync, useSelected } from "./use-draft-sync";
import { usePreview } from "./use-preview";
import { useSaveQuestions } from "./use-save-questions";

export const AFTER_SAVE = "/admin/blog";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 2000;

const HIDES = "Save this post? Visitors will no longer see it until its publish date.";

export type SetField = <K extends keyof PostForm>(field: K, value: PostForm[K]) => void;

/**
 * The form of one post and its saving. What is given first is what the form is made from: newer properties are not
 * taken, or a save would overwrite what somebody else has changed meanwhile.
 * @param user the address of who is signed in
 */
export function usePostEditor(given: AdminPost | null, user: string) {
  const [post] = useState(given);
  /** The post as it was stored last. */
  const stored = useRef(post);
  /** The new post that was sent without an answer: it may be stored. */
  const lost = useRef<PostInput | null>(null);
  /** Whether the last save stays in the editor. */
  const stays = useRef(false);
  /** A new post was saved and stays open: the browser moves to its page. */
  const [isMoving, setMoving] = useState(false);
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  /** Updates the form with pending changes of the content editor. */
  const flush = useRef(() => {});
  /** Adds the category that still stands in its field. */
  const addTyped = useRef(() => {});
  /** Number of images being uploaded into the post: a save now would miss them. */
  const uploading = useRef(0);

  const { mayPublish, mayTakeAddress, isChecking, isAsked, question } = useSaveQuestions();

  const sync = useDraftSync(post, user, flush);
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
  /** Sends an event that may take away what was pressed: the title then has the focus. */
  const sendAndFocus = (event: EditorEvent) => keepFocus(() => sync.send(event), titleField);

  const fallback = failure?.isInPlace ? undefined : "[type=submit]";
  useFailureFocus(formRef, failure, failure?.notice ? ".editor-notice" : fallback);

  const fail = (failure: SaveFailure, remoteVersion?: RemoteVersion | null) => {
    const isInPlace = stays.current;
    sync.send({ type: "saveFailed", failure: { ...failure, isInPlace }, remoteVersion });
    // A conflict is shown above the form, with both versions. The message of an earlier attempt no longer applies.
    if (failure.notice === "conflict" || failure.notice === "gone") dismissToast();
    else toast("error", failure.title, failure.text);
    return false;
  };

  /** Repeats the save that was asked for last, over a version: what could not be saved is still wanted. */
  const again = useRef<(from?: number) => Promise<unknown>>(async () => {});

  /** Begins a save, unless another one runs or asks. Returns whether the form can be saved. */
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
    // The cursor may still be in its field.
    settleSlug(sync.state(), set, stays.current && !post);
    const missing = missingFields(sync.state().form);
    // The notice stays: the post is still gone.
    return !missing || fail(failure?.notice === "gone" ? { ...failure, ...missing } : missing);
  };

  /**
   * Saves the form. Resolves to whether it was saved.
   * @param from the version that it is saved over
   * @param published whether the post is published; absent: as the form says
   */
  const submit = async (from: number | null, published?: boolean): Promise<boolean> => {
    const { form: typed, baseline: saved } = sync.state();
    const { pathname } = location;
    const checked = { ...typed, published: published ?? typed.published };
    if (!(await mayTakeAddress(checked.slug, post && saved.slug))) return false;
    // The form's own button submits at once.
    const isGoingPublic = stays.current && checked.published && !saved.published;
    const asked = { form: checked, saved, post };
    const now = Date.now();
    const isAhead = stateOf(checked, now) === "scheduled";
    if (isAhead && stateOf(saved, now) === "live" && !window.confirm(HIDES)) return false;
    if (isGoingPublic && !(await mayPublish(analysisInput(asked, ""), isAhead))) return false;
    // Typing went on while the checks ran.
    flush.current();
    if (published !== undefined) set("published", published);
    const { form } = sync.state();
    const place = typingPlace();
    sync.send({ type: "saveStarted", stays: stays.current });
    const body = inputOf(form, stored.current, from);
    const result = await (post
      ? callApi("PUT", "/api/admin/posts/{id}", { path: { id: post.id }, body })
      : createPost(body, lost.current));
    if (!result.ok) {
      // A failed save changes nothing.
      if (published !== undefined) set("published", typed.published);
      if (result.error.code === "network" && lost.current?.slug !== body.slug) lost.current = body;
      const failure = failureOf(result, post === null);
      if (post && failure.notice === "gone")
        return fail({
          ...failure,
          isInTrash: await isInTrash(post.id, sync.state().baseline.title),
        });
      return fail(
        failure,
        post && failure.notice === "conflict" ? await remoteOf(post.id) : undefined,
      );
    }
    // Typing went on meanwhile.
    if (stays.current) savePlace(result.data.id, post ? null : (typingPlace() ?? place));
    succeed(form, result.data, pathname);
    return true;
  };

  const succeed = (form: PostForm, data: AdminPost, sentFrom: string) => {
    stored.current = data;
    const isOwnPageNext = stays.current && post === null;
    setMoving(isOwnPageNext);
    const goesOn = stays.current && post !== null;
    // What was typed during the save is unsaved.
    flush.current();
    sendAndFocus({ type: "saveSucceeded", form, stored: goesOn ? versionOf(data) : undefined });
    const updated = stays.current ? "Post updated successfully!" : "Post updated!";
    toast("success", post ? updated : "Post created successfully!");
    // Nobody is called back from a page that was opened meanwhile.
    if (isOwnPageNext && location.pathname === sentFrom)
      navigate(`${AFTER_SAVE}/edit/${data.id}`, { replace: true, keepScroll: true });
  };

  /** Saves, and leaves for the list or stays in the editor. */
  const saveAnd = async (
    next: "leave" | "stay",
    from?: number,
    published?: boolean,
  ): Promise<boolean> =>
    begin(next === "stay", (from) => saveAnd(next, from, published)) &&
    submit(from ?? sync.state().version, published);

  /** Makes a new post of the form, which goes on as the editor of that. */
  const saveAsNew = async (): Promise<void> => {
    if (!begin(true, saveAsNew)) return;
    const { form } = sync.state();
    sync.send({ type: "saveStarted" });
    const result = await createCopy(form);
    if (!result.ok) {
      const wrong = failureOf(result, true);
      fail({ ...failure, notice: "gone", ...wrong });
      if (!wrong.notice) toast("error", wrong.title, wrong.text);
      return;
    }
    const { id, slug } = result.data;
    setMoving(true);
    sync.send({ type: "saveSucceeded", form });
    const isRenamed = slug !== form.slug && `Its address is /blog/${slug}: the other was taken.`;
    toast("success", "Post created successfully!", isRenamed || undefined);
    navigate(`${AFTER_SAVE}/edit/${id}`, { replace: true, keepScroll: true });
  };

  /** Takes the post out of the trash and saves the form as a change of it. */
  const restoreAndSave = async () => {
    if (!post || phaseOf(sync.state().save) !== "editing") return;
    const result = await callApi("POST", "/api/admin/posts/{id}/restore", {
      path: { id: post.id },
    });
    // Another may have restored it: then it can be saved as well.
    if (result.ok || result.status === 404) await saveAnd("stay");
    else toast("error", "The post could not be restored", result.error.message);
  };

  const preview = usePreview(sync, stored, () => saveAnd("stay"));

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
    isLocked: save.name === "saved" || (save.name === "saving" && !(save.stays && post)),
    failure,
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
    /** Fills the form with another version of the post, as a change of the one that is stored. */
    replace: (form: PostForm) => {
      flush.current();
      sync.send({ type: "replaced", form });
    },
    conflict: remoteVersion && {
      mine: sync,
      stored: remoteVersion.form,
      by: remoteVersion.by,
      version: remoteVersion.version,
      /** What both versions were made from; null when that is not at hand. */
      base: baselineVersion === version ? baseline : null,
      /** Saves what both versions came to. */
      onMerge: (merged: PostForm) => {
        flush.current();
        sendAndFocus({ type: "merged", form: merged });
        void again.current();
      },
      onTake: (field: keyof PostForm) => {
        flush.current();
        sync.send({ type: "fieldTaken", field });
      },
      /** Loads the stored version into the form, and offers the unsaved one. */
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

const versionOf = (post: AdminPost): RemoteVersion => ({
  version: post.version,
  form: withLocalDate(formOf(post), post),
});

/** Returns the post as it is stored now, and who saved it; null when it cannot be had. */
async function remoteOf(id: string): Promise<RemoteVersion | null> {
  const [stored, history] = await Promise.all([
    callApi("GET", "/api/admin/posts/{id}", { path: { id } }),
    callApi("GET", "/api/admin/posts/{id}/revisions", { path: { id }, query: { page: 1 } }),
  ]);
  if (!stored.ok) return null;
  const last = history.ok ? history.data.revisions[0] : undefined;
  return { ...versionOf(stored.data), by: savedBy(last, stored.data.version) };
}
