/**
 * Returns whether the focus may be moved out of an element: it is in there, or nowhere as its control was removed. If it
 * is elsewhere, the visitor has moved on.
 */
export function mayTakeFocus(from: Element | null | undefined): boolean {
  const { activeElement, body } = document;
  return activeElement === body || !!from?.contains(activeElement);
}
