import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AdminPost } from "../../../generated/api";
import { draftApi } from "./draft-api";
import { draftChannel } from "./draft-channel";
import { draftStore } from "./draft-store";
import { type DraftSync, draftSync } from "./draft-sync";
import { type EditorState, initialState } from "./editor-state";
import { toLocalField } from "./local-date";
import { FIELDS, type PostForm } from "./post-form";
import { takeTyped } from "./typing-place";

/**
 * Returns the state machine of an editor, which runs while the component is mounted.
 * @param user the editor's email address
 * @param publicUrl the site's URL
 * @param flush passes pending changes of the content editor to the form
 */
export function useDraftSync(
  post: AdminPost | null,
  user: string,
  publicUrl: string,
  flush: RefObject<() => void>,
): DraftSync {
  const [sync] = useState(() => {
    const id = post?.id ?? "new";
    return draftSync({
      initial: initialState(post, publicUrl),
      store: draftStore(user, id),
      api: draftApi(post),
      channel: draftChannel(user, id),
      flush: () => flush.current(),
    });
  });

  const [early] = useState(earlyTexts);

  useEffect(() => {
    const { send, flushNow } = sync;
    const stopListening = sync.listen();
    // The server does not know the reader's time zone, so the date is set in the browser.
    send({ type: "opened", publishedLocal: toLocalField(post?.published_date) });
    const typed = early ?? takeTyped(post?.id ?? "");
    if (typed) send({ type: "edited", form: { ...sync.state().form, ...typed } });

    const listening = new AbortController();
    const { signal } = listening;
    const onReturn = () => send({ type: "returned" });
    const onVisibility = () => (document.visibilityState === "hidden" ? flushNow() : onReturn());
    document.addEventListener("input", () => send({ type: "typed" }), { signal });
    document.addEventListener("visibilitychange", onVisibility, { signal });
    window.addEventListener("pagehide", flushNow, { signal });
    // Fires earlier than "pagehide", which leaves the device less time to finish.
    window.addEventListener("beforeunload", flushNow, { signal });
    window.addEventListener("online", onReturn, { signal });
    window.addEventListener("focus", onReturn, { signal });
    return () => {
      listening.abort();
      flushNow();
      send({ type: "closed" });
      stopListening();
    };
  }, [sync, post, early]);

  return sync;
}

/** Returns the form's field for the name of an input. */
const fieldOf = (name: string) => (name === "published_date" ? "published_local" : name);

/**
 * Returns the texts that were typed into the server's form before its scripts ran, by the names of their fields; null
 * when there are none.
 */
function earlyTexts(): Partial<PostForm> | null {
  if (import.meta.env.SSR || document.documentElement.dataset.hydrated) return null;
  const fields = document.querySelectorAll<HTMLInputElement>(".editor :is(input, textarea)[name]");
  const typed = [...fields]
    // The value of a switch is not whether it is on.
    .filter(({ name, type }) => fieldOf(name) in FIELDS && type !== "checkbox")
    .filter(({ value, defaultValue }) => value !== defaultValue);
  return typed.length > 0
    ? Object.fromEntries(typed.map(({ name, value }) => [fieldOf(name), value]))
    : null;
}

/** The part of the state machine from which parts of the editor read the form. */
export type FormSource = Pick<DraftSync, "state" | "subscribe">;

/** Returns a part of the machine's state. Renders again only when that part changes. */
export function useSelected<T>(
  { state, subscribe }: FormSource,
  select: (state: EditorState) => T,
): T {
  const selected = () => select(state());
  return useSyncExternalStore(subscribe, selected, selected);
}

/** Returns fields of the form, and renders again only when one of them changes. */
export function useFields<K extends keyof PostForm>(
  sync: FormSource,
  ...names: readonly K[]
): Pick<PostForm, K> {
  /** The form as it was when one of the fields last changed. */
  const shown = useRef<PostForm>(null);
  return useSelected(sync, ({ form }) => {
    const last = shown.current;
    if (last && names.every((name) => last[name] === form[name])) return last;
    shown.current = form;
    return form;
  });
}

/** Delay for anything derived from a field that is being typed in, in milliseconds. */
export const SETTLED = 200;

/**
 * Returns the form as it was when it last stayed unchanged for `delay` milliseconds, and a function that updates it to
 * the current form. For work that takes longer than the pause between two keys.
 */
export function useSettledForm(
  { state, subscribe }: FormSource,
  delay: number,
): [PostForm, () => void] {
  const [settled, setSettled] = useState(() => state().form);
  useEffect(() => {
    let last: PostForm | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { form } = state();
      if (form === last) return;
      last = form;
      clearTimeout(timer);
      timer = setTimeout(setSettled, delay, form);
    };
    look();
    const stop = subscribe(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [state, subscribe, delay]);
  return [settled, () => setSettled(state().form)];
}
