import { type RefObject, useCallback, useEffect, useState } from "react";
import { ROADMAP_ITEMS } from "../../../../content/roadmap";
import { keepPlace } from "../../../../ui/widgets/keep-place";

/** What belongs to a stage: a click on it is not one on the background. */
const FOREGROUND = ".roadmap-row, .roadmap-card, .roadmap-pause";

/** The stage that the project has reached: open until the visitor chooses. */
const PRESENT = ROADMAP_ITEMS.find(({ status }) => status === "in-progress")?.id ?? null;

/**
 * The stage that is open, at most one: the present one at first, which is not yet chosen. A click on the background
 * closes it, and so does Escape; a click on a stage in the picture opens it.
 */
export function useSelection(section: RefObject<HTMLElement | null>) {
  const [{ selected, isChosen }, setSelection] = useState({ selected: PRESENT, isChosen: false });
  const select = useCallback(
    (id: string | null) => setSelection({ selected: id, isChosen: id !== null }),
    [],
  );
  const toggle = useCallback(
    (id: string) => {
      // Choosing the present stage turns the orbit to its card; without the orbit that would do nothing.
      const canDock = hasOrbit(section.current);
      keepPlace(rowOf(section.current, id), () =>
        setSelection((before) => {
          const closes = (before.isChosen || !canDock) && before.selected === id;
          return { selected: closes ? null : id, isChosen: !closes };
        }),
      );
    },
    [section],
  );

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
  }, [section, select, toggle]);

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
  }, [section, select, selected]);

  /** Opens another stage from within a card, which closes: the keyboard goes on at the other one's row. */
  const follow = (id: string) => {
    focusRow(section.current, id, false);
    select(id);
  };
  return { selected, isChosen, toggle, follow, deselect: () => select(null) };
}

/** Whether the orbit is shown beside the list. */
function hasOrbit(section: HTMLElement | null): boolean {
  const orbit = section?.querySelector(".orbit");
  return !!orbit && getComputedStyle(orbit).display !== "none";
}

const rowOf = (section: HTMLElement | null, id: string) =>
  section?.querySelector<HTMLElement>(`#roadmap-${id} .roadmap-row`);

/** Focuses a stage's row; with `onlyFromCard` only when focus is in its card, which is about to go. */
function focusRow(section: HTMLElement | null, id: string, onlyFromCard: boolean): void {
  const row = rowOf(section, id);
  if (onlyFromCard && !row?.closest("li")?.contains(document.activeElement)) return;
  row?.focus({ preventScroll: onlyFromCard });
}
