import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { importChunk } from "../../../../ui/base/use-chunk";
import { createDebouncedSync, type DebouncedSync } from "../debounced-sync";
import { resumeInText } from "../typing-place";

/** Minimum time for which "Initializing editor..." is shown, in milliseconds. */
const INITIALISATION = 500;

const loadEditor = () => import("./create-editor");

interface VisualEditorOptions {
  /** The post's id; empty for a new one. */
  postId: string;
  /** Element that holds the editor. */
  place: RefObject<HTMLElement | null>;
  html: string;
  isDisabled: boolean;
  attributes: Record<string, string>;
  onChange: (html: string) => void;
  /** Called with 1 when an image upload begins, and with -1 when it ends. */
  onRunning: (change: 1 | -1) => void;
  /** Called when the editor cannot be loaded or cannot show this text. */
  onFail: () => void;
}

interface VisualEditor {
  editor: Editor | null;
  /** Passes pending changes to the form. */
  flush: () => void;
}

/**
 * Creates TipTap in `place`. It holds its own text and updates the form once typing pauses, so that a key costs the
 * same in a long article as in a short one. While its `Activity` is hidden, it is unmounted with its history, and
 * changes made meanwhile become one undo step.
 */
export function useVisualEditor(options: VisualEditorOptions): VisualEditor {
  const { postId, place, html, isDisabled, attributes } = options;
  const [editor, setEditor] = useState<Editor | null>(null);
  const kept = useRef<Editor | null>(null);
  const sync = useRef<DebouncedSync | null>(null);
  const replace = useRef<((html: string) => void) | null>(null);
  const report = useEffectEvent(options.onChange);
  const onRunning = useEffectEvent(options.onRunning);
  const fail = useEffectEvent(options.onFail);
  const currentAttributes = useEffectEvent(() => attributes);
  const begin = useEffectEvent((module: Awaited<ReturnType<typeof loadEditor>>) => {
    const created = module.createEditor({
      html,
      attributes: currentAttributes,
      onEdit: () => sync.current?.edited(),
      onRunning,
    });
    sync.current = createDebouncedSync(html, () => module.toHtml(created.state.doc), report);
    replace.current = (text) => {
      module.replaceText(created, text);
      sync.current?.replaced(text);
    };
    return created;
  });

  useEffect(() => {
    const element = place.current;
    // Keeps the editor out of the server's bundle, which has no DOM.
    if (!element || import.meta.env.SSR) return;
    let isGone = false;
    const shown = new Promise((resolve) => setTimeout(resolve, INITIALISATION));

    const start = async () => {
      const [chunk] = await Promise.all([importChunk(loadEditor, null), shown]);
      if (isGone) return;
      if (!chunk) return fail();
      const made = kept.current ?? begin(chunk);
      kept.current = made;
      made.mount(element);
      // Synchronously, as a frame with both the editor and its waiting text would move the rest of the form.
      flushSync(() => setEditor(made));
      resumeInText(postId, made);
    };
    start().catch(() => !isGone && fail());
    return () => {
      isGone = true;
      sync.current?.flush();
      kept.current?.unmount();
      setEditor(null);
    };
  }, [postId, place]);

  useEffect(() => {
    if (!sync.current?.isExternalChange(html)) return;
    try {
      replace.current?.(html);
    } catch {
      fail();
    }
  }, [html]);

  useEffect(() => {
    editor?.setEditable(!isDisabled, false);
  }, [editor, isDisabled]);

  // The view reads its attributes again only after an update.
  const key = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the attributes
  useEffect(() => {
    editor?.view.setProps({});
  }, [editor, key]);

  return { editor, flush: () => sync.current?.flush() };
}
