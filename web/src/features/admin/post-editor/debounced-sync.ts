/** How long typing pauses before the form is updated, in milliseconds. */
const DELAY = 300;

/** Synchronises the text of an editor, which holds it itself, with the form. */
export interface DebouncedSync {
  /** Reports a change: the form is updated once typing pauses. */
  edited: () => void;
  /** Updates the form now, if it is behind. */
  flush: () => void;
  /** Reports that the editor was given another text. */
  replaced: (text: string) => void;
  /** Whether a text of the form is another than the last one sent to it. */
  isExternalChange: (text: string) => boolean;
}

/**
 * Updates a form with the text of an editor, but not at each key: so a key costs the same in a long article as in a
 * short one.
 * @param given the text that the editor was created with
 * @param read returns the editor's text; an unchanged one may be spelled differently from `given`
 * @param onChange updates the form
 */
export function createDebouncedSync(
  given: string,
  read: () => string,
  onChange: (text: string) => void,
): DebouncedSync {
  /** The texts that were given, by what the editor makes of them. */
  const sources = new Map([[read(), given]]);
  /** The last text sent to the form, so that its echo is not taken for an external change. */
  let lastSent = given;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    const now = read();
    // Undone to a text that was given, it is that text letter for letter.
    const next = sources.get(now) ?? now;
    if (next === lastSent) return;
    lastSent = next;
    onChange(next);
  };
  return {
    edited: () => {
      clearTimeout(timer);
      timer = setTimeout(flush, DELAY);
    },
    flush,
    replaced: (text) => {
      clearTimeout(timer);
      lastSent = text;
      sources.set(read(), text);
    },
    isExternalChange: (text) => text !== lastSent,
  };
}
