import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { importChunk } from "../../../../ui/base/use-chunk";
import { createDebouncedSync, type DebouncedSync } from "../debounced-sync";
import { resumeInSource } from "../typing-place";
import type { SourceEditor } from "./create-source";

type Chunk = typeof import("./create-source");
let chunk: Chunk | null = null;

/** Loads the editor. Until it is here, or if it cannot be loaded, a plain text area takes its place. */
export async function loadSource(): Promise<Chunk | null> {
  // Keeps the editor out of the server's bundle, which has no DOM.
  if (import.meta.env.SSR) return null;
  chunk ??= await importChunk(() => import("./create-source"), null);
  return chunk;
}

interface SourceOptions {
  postId: string;
  place: RefObject<HTMLElement | null>;
  /** Text field that is shown until the editor has loaded. */
  textarea: RefObject<HTMLTextAreaElement | null>;
  html: string;
  isDisabled: boolean;
  attributes: Record<string, string>;
  onChange: (html: string) => void;
  /** Called when the find bar is to open. */
  onFind: () => void;
}

/**
 * Creates CodeMirror in `place`. Returns the editor and its synchronisation with the form; null until it has loaded.
 */
export function useSourceEditor(options: SourceOptions) {
  const { place, html, isDisabled, attributes } = options;
  const [source, setSource] = useState<{ editor: SourceEditor; sync: DebouncedSync } | null>(null);
  const report = useEffectEvent(options.onChange);
  const onFind = useEffectEvent(options.onFind);
  const begin = useEffectEvent(({ createSource }: Chunk) => {
    const element = place.current;
    if (!element) return;
    const before = options.textarea.current;
    const hadFocus = before !== null && before === document.activeElement;
    const editor = createSource({
      element,
      text: html,
      onEdit: () => sync.edited(),
      onFind: () => onFind(),
    });
    const sync = createDebouncedSync(html, editor.text, report);
    if (hadFocus) editor.focus(before.selectionStart, before.selectionEnd);
    resumeInSource(options.postId, editor.focus);
    setSource({ editor, sync });
    return () => {
      sync.flush();
      editor.destroy();
      setSource(null);
    };
  });

  // A layout effect, so that the text area is never painted if the chunk has been loaded before.
  useLayoutEffect(() => {
    let isGone = false;
    let leave: (() => void) | undefined;
    if (chunk) leave = begin(chunk);
    else
      void loadSource().then((loaded) => {
        // Synchronously, so that neither the focus in the text area nor the next key is lost.
        if (!loaded || isGone) return;
        flushSync(() => {
          leave = begin(loaded);
        });
      });
    return () => {
      isGone = true;
      leave?.();
    };
  }, []);

  useEffect(() => {
    if (!source?.sync.isExternalChange(html)) return;
    source.editor.replace(html);
    source.sync.replaced(html);
  }, [source, html]);

  const key = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the attributes
  useLayoutEffect(() => source?.editor.describe(attributes, isDisabled), [source, key, isDisabled]);

  return source;
}
