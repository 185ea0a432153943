import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminPost } from "../../../generated/api";
import { callApi, focusFirstInvalid } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { toast } from "../../../ui/overlay/toast-store";
import type { KeptWork } from "./kept-work";
import { formOf, inputOf, isChanged, type PostForm, withLocalDate } from "./post-form";
import { failureOf, missingFields, type SaveFailure } from "./save-outcome";
import { useDrafts } from "./use-drafts";

export const AFTER_SAVE = "/admin/blog";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 2000;

export type SetField = <K extends keyof PostForm>(field: K, value: PostForm[K]) => void;

/** Where the save stands: "saved" until the page changes. */
export type SaveState = "editing" | "saving" | "saved";

/**
 * The state of the form of one post, and its saving. What is given first is what the form is made from: newer
 * properties are not taken, or a save would overwrite what somebody else has changed meanwhile.
 * @param user the address of who is signed in
 */
export function usePostEditor(given: AdminPost | null, user: string) {
  const [post] = useState(given);
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const [baseline, setBaseline] = useState(() => formOf(post));
  const [form, setForm] = useState(baseline);
  /** The form as it is even before it is drawn. */
  const latest = useRef(form);
  /** Brings in what the editor of the content has not told yet. */
  const flush = useRef(() => {});
  /** How many images are on their way into the content: saved now, it would be without them. */
  const uploading = useRef(0);
  const [state, setState] = useState<SaveState>("editing");
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  /** The version that the form was made from. */
  const [version, setVersion] = useState(post?.version ?? null);
  /** What somebody else has saved meanwhile, until it is decided what becomes of it. */
  const [rival, setRival] = useState<AdminPost | null>(null);
  /** The version in whose favour one's own content was set aside. */
  const asideFor = useRef<number | null>(null);

  const change = useCallback((next: PostForm) => {
    latest.current = next;
    setForm(next);
  }, []);
  const set: SetField = useCallback(
    (field, value) => change({ ...latest.current, [field]: value }),
    [change],
  );

  // The server does not know the reader's time zone: the date comes once the page stands.
  useEffect(() => {
    setBaseline((before) => withLocalDate(before, post));
    change(withLocalDate(latest.current, post));
  }, [post, change]);

  useEffect(() => {
    if (state !== "saved") return;
    const timer = setTimeout(() => navigate(AFTER_SAVE), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  // After the render that marks the fields and enables them again.
  useEffect(() => {
    const element = formRef.current;
    if (!failure || !element) return;
    if (Object.keys(failure.fields).length > 0) focusFirstInvalid(element);
    else
      element
        .querySelector<HTMLElement>(failure.notice ? ".editor-notice" : "[type=submit]")
        ?.focus();
  }, [failure]);

  const fail = (next: SaveFailure) => {
    setFailure(next);
    setState("editing");
    // A conflict is told above the form, with both versions.
    if (next.notice !== "conflict") toast("error", next.title, next.text);
  };

  const save = async (from = version) => {
    if (state !== "editing") return;
    if (uploading.current > 0) {
      toast("error", "Please wait", "An image is still being uploaded.");
      return;
    }
    flush.current();
    const form = latest.current;
    const missing = missingFields(form);
    if (missing) return fail(missing);
    setVersion(from);
    setState("saving");
    const body = inputOf(form, post, from);
    const result = await (post
      ? callApi("PUT", "/api/admin/posts/{id}", { path: { id: post.id }, body })
      : callApi("POST", "/api/admin/posts", { body }));
    if (!result.ok) {
      const next = failureOf(result, post === null);
      if (post && next.notice === "conflict") {
        const stored = await callApi("GET", "/api/admin/posts/{id}", { path: { id: post.id } });
        setRival(stored.ok ? stored.data : null);
      }
      return fail(next);
    }
    setFailure(null);
    setRival(null);
    setBaseline(form);
    setState("saved");
    toast("success", post ? "Post updated!" : "Post created successfully!");
  };

  const isDirty = state !== "saved" && isChanged(form, baseline);
  const drafts = useDrafts({
    user,
    post,
    latest,
    form,
    baseline,
    version,
    isSaved: state === "saved",
    flush,
  });

  /** Takes over work that was kept: it is saved as made from the version that it was made from. */
  const restore = (work: KeptWork) => {
    flush.current();
    drafts.restore(work);
    change(work.form);
    setVersion(work.version ?? post?.version ?? null);
  };
  /** Fills the form with another version of the post, as a change of the one that is stored. */
  const replace = (next: PostForm) => {
    flush.current();
    drafts.setAside();
    change(next);
  };

  const rivalForm = rival && withLocalDate(formOf(rival), rival);
  const conflict = rival &&
    rivalForm && {
      stored: rivalForm,
      take: (field: keyof PostForm) => {
        flush.current();
        // The one field that nobody types again: what it said is offered back, as it was before the first choice.
        if (field === "content" && asideFor.current !== rival.version) {
          asideFor.current = rival.version;
          drafts.setAside();
        }
        change({ ...latest.current, [field]: rivalForm[field] });
      },
      /** The form goes on from the stored version; one's own is offered back. */
      takeAll: () => {
        flush.current();
        if (isChanged(latest.current, rivalForm)) drafts.setAside();
        change(rivalForm);
        setBaseline(rivalForm);
        setVersion(rival.version);
        setRival(null);
        setFailure(null);
      },
      keepMine: () => void save(rival.version),
    };

  return {
    drafts,
    restore,
    replace,
    conflict,
    version,
    form,
    set,
    flush,
    uploading,
    baseline,
    formRef,
    state,
    failure,
    isDirty,
    save,
  };
}
