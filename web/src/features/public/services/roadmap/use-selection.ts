import { type RefObject, useCallback, useEffect, useState } from "react";

/** What belongs to a stage: a click on it is not one on the background. */
const FOREGROUND = ".roadmap-row, .roadmap-card, .roadmap-pause";

/**
 * The stage that is open, at most one. A click on the background closes it, and so does Escape; a click on a stage
 * in the picture opens it.
 */
export function useSelection(section: RefObject<HTMLElement | null>) {
  const [selected, select] = useState<string | null>(null);
  const toggle = useCallback((id: string) => select((before) => (before === id ? null : id)), []);

  useEffect(() => {
    const element = section.current;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const node = target.closest<HTMLElement>("[data-roadmap-node]");
      if (node?.dataset.roadmapNode) toggle(node.dataset.roadmapNode);
      else if (!target.closest(FOREGROUND)) select(null);
    };
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, [section, toggle]);

  useEffect(() => {
    if (selected === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]")) return;
      focusRow(section.current, selected, true);
      select(null);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [section, selected]);

  /** Opens another stage from within a card, which closes: the keyboard goes on at the other one's row. */
  const follow = (id: string) => {
    focusRow(section.current, id, false);
    select(id);
  };
  return { selected, toggle, follow };
}

/** Focuses a stage's row; with `onlyFromCard` only when focus is in its card, which is about to go. */
function focusRow(section: HTMLElement | null, id: string, onlyFromCard: boolean): void {
  const item = section?.querySelector(`#roadmap-${id}`);
  if (onlyFromCard && !item?.contains(document.activeElement)) return;
  item?.querySelector<HTMLElement>(".roadmap-row")?.focus({ preventScroll: onlyFromCard });
}
