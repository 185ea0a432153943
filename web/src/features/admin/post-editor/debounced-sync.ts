/** How long typing pauses before the form is updated, in milliseconds. */
const DELAY = 300;

/** Updates the form with the text of an editor that holds its own text. */
export interface DebouncedSync {
  /** Reports a change: the form is updated once typing pauses. */
  edited: () => void;
  /** Updates the form now, if it is behind. */
  flush: () => void;
  /** Reports that the editor's text was replaced from outside. */
  replaced: (text: string) => void;
  /** Whether a text of the form differs from the last one sent to it. */
  isExternalChange: (text: string) => boolean;
}

/**
 * Updates a form with the text of an editor once typing pauses, so that a key costs the same in a long article as in a
 * short one.
 * @param given the text that the editor was created with
 * @param read returns the editor's text, which may be a different serialisation of `given` even if unchanged
 * @param onChange updates the form
 */
export function createDebouncedSync(
  given: string,
  read: () => string,
  onChange: (text: string) => void,
): DebouncedSync {
  /** The texts that were set from outside, by the editor's serialisation of each. */
  const sources = new Map([[read(), given]]);
  /** The last text sent to the form, so that its echo is not taken for an external change. */
  let lastSent = given;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    const now = read();
    // After undoing to a text that was set from outside, the form gets exactly that text.
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
