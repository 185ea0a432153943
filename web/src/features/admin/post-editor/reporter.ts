/** How long typing rests before the form hears of it, in milliseconds. */
const REST = 300;

/** Between an editor, which keeps its text to itself, and the form. */
export interface Reporter {
  /** Something was typed: the form hears of it once typing rests. */
  edited: () => void;
  /** Tells the form now what it has not heard yet. */
  flush: () => void;
  /** The editor was given another text. */
  replaced: (text: string) => void;
  /** Whether a text of the form is another one than it was told. */
  isNews: (text: string) => boolean;
}

/**
 * Tells a form what an editor holds, but not at each key: so a key costs the same in a long article as in a short one.
 * @param given the text that the editor was made with
 * @param read what it writes now; for a text that nobody has touched, that may be another spelling of it
 */
export function createReporter(
  given: string,
  read: () => string,
  tell: (text: string) => void,
): Reporter {
  let source = given;
  let untouched = read();
  /** What the form knows, so that its answer is not taken for somebody else's change. */
  let told = given;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    const now = read();
    // What was put back as it was is the stored text again, letter for letter.
    const next = now === untouched ? source : now;
    if (next === told) return;
    told = next;
    tell(next);
  };
  return {
    edited: () => {
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    flush,
    replaced: (text) => {
      clearTimeout(timer);
      source = text;
      told = text;
      untouched = read();
    },
    isNews: (text) => text !== told,
  };
}
