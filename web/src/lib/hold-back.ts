import { HYDRATED } from "./hydrated";

/**
 * How long a form or link is held, in milliseconds. After that it works as without JavaScript. A button alone would do
 * nothing then, so its click waits.
 */
const HOLD_LIMIT = 5_000;

const isChoice = (element: Element): element is HTMLInputElement =>
  element.matches("[type=radio], [type=checkbox]");

/**
 * Holds clicks on buttons and submitted forms until the page is hydrated, and then repeats them. A radio button or
 * checkbox changes at once and is clicked again after hydration, as React does not detect earlier changes, not even
 * those before this call. Typed text
 * needs no such help, as the page reads its fields after hydration. Links and GET forms work without JavaScript and are
 * not held. Within a part, links are held too, as some have click handlers.
 * @param part an element that is hydrated later than the page: only events within it are held
 * @returns a function that releases held events at once, for when the scripts cannot be loaded
 */
export function holdBack(part?: Element): () => void {
  const held = new Map<object, () => void>();
  /** Of the uses of an element only the last counts, and it counts as such among those of the others. */
  const keep = (element: object, repeat: () => void) => {
    held.delete(element);
    held.set(element, repeat);
  };
  const keepChoice = (choice: HTMLInputElement) => {
    const isChecked = choice.checked;
    keep(choice, () => {
      choice.checked = !isChecked;
      choice.click();
    });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = (event: Event, element: Element, repeat: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    keep(element, repeat);
    if (!(element instanceof HTMLButtonElement)) timer ??= setTimeout(release, HOLD_LIMIT);
  };
  const isHeld = (target: EventTarget | null): target is Element =>
    target instanceof Element && (!part || part.contains(target));
  const pressable = part ? "button, a[href]" : "button";
  const onClick = (event: MouseEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!isHeld(target) || altKey || ctrlKey || metaKey || shiftKey) return;
    if (isChoice(target)) keepChoice(target);
    const pressed = target.closest<HTMLButtonElement | HTMLAnchorElement>(pressable);
    // Submit buttons are handled by the submit event, after the browser has validated the fields.
    if (pressed && pressed.type !== "submit") hold(event, pressed, () => pressed.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "post" || !isHeld(form)) return;
    hold(event, form, () => {
      // React hydrates a part synchronously for a key event, but not for a submit event.
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
  /** Deferred: the event is dispatched while React is rendering, when events cannot hydrate anything. */
  function releaseSoon(): void {
    setTimeout(release);
  }
  for (const chosen of (part ?? document).querySelectorAll<HTMLInputElement>("input:checked"))
    if (!chosen.defaultChecked) keepChoice(chosen);
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  if (!part) addEventListener(HYDRATED, releaseSoon);
  return release;
}
