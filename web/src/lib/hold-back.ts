import { HYDRATED } from "./hydrated";

/** After this long a held click or form goes where it would go without scripts, in milliseconds. */
const HOLD_LIMIT = 5_000;

const isChoice = (element: Element): element is HTMLInputElement =>
  element.matches("[type=radio], [type=checkbox]");

/**
 * Holds clicks on buttons and sent forms until the page is hydrated, and then repeats them. A choice is shown at once and
 * made again then, as React does not look whether radio buttons and checkboxes have changed. What was typed needs no help:
 * the page reads its fields once it is hydrated. Links, and forms that only ask, work without scripts and are left alone;
 * within a part, whose scripts are about to come, links are held too, as some do more with them.
 * @param part an element that is hydrated later than the page: only events within it are held
 * @returns ends it, when the scripts cannot come
 */
export function holdBack(part?: Element): () => void {
  const held = new Map<object, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = (event: Event, element: Element, repeat: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(element, repeat);
    timer ??= setTimeout(release, HOLD_LIMIT);
  };
  const isHeld = (target: EventTarget | null): target is Element =>
    target instanceof Element && (!part || part.contains(target));
  const pressable = part ? "button, a[href]" : "button";
  const onClick = (event: MouseEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!isHeld(target) || altKey || ctrlKey || metaKey || shiftKey) return;
    if (isChoice(target)) {
      const isChecked = target.checked;
      held.set(target, () => {
        target.checked = !isChecked;
        target.click();
      });
    }
    const pressed = target.closest<HTMLButtonElement | HTMLAnchorElement>(pressable);
    // Buttons that send a form do so by its submit event, after the browser has checked the fields.
    if (pressed && pressed.type !== "submit") hold(event, pressed, () => pressed.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "post" || !isHeld(form)) return;
    hold(event, form, () => {
      // React hydrates a part of the page at once for a key, but not for a form that is sent.
      form.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
      form.requestSubmit(event.submitter);
    });
  };
  function release(): void {
    clearTimeout(timer);
    removeEventListener("click", onClick, true);
    removeEventListener("submit", onSubmit, true);
    removeEventListener(HYDRATED, releaseSoon);
    for (const repeat of held.values()) repeat();
    held.clear();
  }
  /** The event comes from within React's work, in which no event hydrates anything. */
  function releaseSoon(): void {
    setTimeout(release);
  }
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  if (!part) addEventListener(HYDRATED, releaseSoon);
  return release;
}
