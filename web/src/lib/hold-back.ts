import { HYDRATED } from "./hydrated";

/** After this long a held click or form goes where it would go without scripts, in milliseconds. */
const PATIENCE = 5_000;

/** Keys that move within tabs, carousels and decks: browsers do nothing with them there. */
const MOVES = /^(?:Arrow|Home$|End$)/;

/**
 * Holds clicks on buttons and sent forms until the page is hydrated, and then repeats them and the keys that move. What
 * was typed needs no help: React reads it off the fields. Links, and forms that only ask, work without scripts and are
 * left alone.
 * @returns ends it, when the scripts cannot come
 */
export function holdBack(): () => void {
  const held = new Map<object, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = (event: Event, element: Element, repeat: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(element, repeat);
    timer ??= setTimeout(release, PATIENCE);
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    // Buttons that send a form do so by its submit event, after the browser has checked the fields.
    if (button && button.type !== "submit") hold(event, button, () => button.click());
  };
  const onSubmit = (event: Event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (form.method !== "post") return;
    hold(event, form, () => {
      // React hydrates a part of the page at once for a key, but not for a form that is sent.
      form.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
      form.requestSubmit(submitter);
    });
  };
  const onKey = (event: Event) => {
    const { key, target } = event as KeyboardEvent;
    if (!(target instanceof HTMLElement) || !MOVES.test(key) || target.matches("input, textarea"))
      return;
    held.set(event, () =>
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    );
  };
  const listeners = { click: onClick, submit: onSubmit, keydown: onKey };
  function release(): void {
    clearTimeout(timer);
    for (const [type, listener] of Object.entries(listeners))
      removeEventListener(type, listener, true);
    removeEventListener(HYDRATED, releaseSoon);
    for (const repeat of held.values()) repeat();
    held.clear();
  }
  /** The event comes from within React's work, in which no event hydrates anything. */
  function releaseSoon(): void {
    setTimeout(release);
  }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
  addEventListener(HYDRATED, releaseSoon);
  return release;
}
