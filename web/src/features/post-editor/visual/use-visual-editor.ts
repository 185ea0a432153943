import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { toast } from "../../../ui/toast-store";

/** How long "Initializing editor..." is shown at least, in milliseconds. */
const INITIALISATION = 500;
/** How long typing rests before the text is written out as HTML. */
const REST = 300;
const IMAGE_AS_DATA = "Invalid image URL - Please use a proper URL instead of embedded image data";

interface VisualEditorOptions {
  /** Where it stands; absent while another mode is shown. */
  place: RefObject<HTMLElement | null>;
  html: string;
  isDisabled: boolean;
  attributes: Record<string, string>;
  onChange: (html: string) => void;
  /** It could not be loaded. */
  onFail: () => void;
}

interface VisualEditor {
  editor: Editor | null;
  /** The text as it is this moment, whether or not the form knows it yet. */
  flush: () => void;
}

/**
 * TipTap in `place`. It keeps the text to itself: the form gets it once typing rests, so that a key costs the same
 * in a long article as in a short one.
 */
export function useVisualEditor(options: VisualEditorOptions): VisualEditor {
  const { place, html, isDisabled, attributes } = options;
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef(options);
  latest.current = options;
  /** What the form was told last, so that its answer is not taken for somebody else's change. */
  const told = useRef(html);
  const flush = useRef(() => {});
  const replace = useRef<((html: string) => void) | null>(null);

  useEffect(() => {
    const element = place.current;
    // Never in the server's bundle, which has no browser to edit in.
    if (!element || import.meta.env.SSR) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let made: Editor | undefined;
    const shown = new Promise((resolve) => setTimeout(resolve, INITIALISATION));

    const start = async () => {
      const [module] = await Promise.all([import("./create-editor").catch(() => null), shown]);
      if (isGone) return;
      if (!module) {
        latest.current.onFail();
        return;
      }
      const given = latest.current.html;
      told.current = given;
      const created = module.createEditor({
        element,
        html: given,
        attributes: () => latest.current.attributes,
        onEdit: () => {
          clearTimeout(timer);
          timer = setTimeout(flush.current, REST);
        },
        onFiles: () => toast("error", "Upload failed", IMAGE_AS_DATA),
      });
      made = created;
      let source = given;
      let untouched = module.toHtml(created.state.doc);
      flush.current = () => {
        clearTimeout(timer);
        const now = module.toHtml(created.state.doc);
        // What was put back as it was is the stored text again, letter for letter.
        const next = now === untouched ? source : now;
        if (next === told.current) return;
        told.current = next;
        latest.current.onChange(next);
      };
      replace.current = (text) => {
        clearTimeout(timer);
        module.replaceText(created, text);
        source = text;
        told.current = text;
        untouched = module.toHtml(created.state.doc);
      };
      setEditor(created);
    };
    void start();
    return () => {
      isGone = true;
      flush.current();
      clearTimeout(timer);
      flush.current = () => {};
      replace.current = null;
      made?.destroy();
      setEditor(null);
    };
  }, [place]);

  useEffect(() => {
    if (html !== told.current) replace.current?.(html);
  }, [html]);

  useEffect(() => {
    editor?.setEditable(!isDisabled, false);
  }, [editor, isDisabled]);

  // The view asks for its attributes when it is told that something about it is new.
  const key = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the attributes
  useEffect(() => {
    editor?.view.setProps({});
  }, [editor, key]);

  return { editor, flush: () => flush.current() };
}
