import { type RefObject, useCallback, useEffect, useState } from "react";
import { ROADMAP_ITEMS } from "../../../../content/roadmap";
import { keepPlace } from "../../../../ui/widgets/keep-place";

/** Elements of a stage, and controls: clicks on anything else are clicks on the background. */
const FOREGROUND = ".roadmap-row, .roadmap-card, .roadmap-pause";

/** The current stage of the project, which is open until the visitor chooses. */
const PRESENT = ROADMAP_ITEMS.find(({ status }) => status === "in-progress")?.id ?? null;

/**
 * Returns the open stage, at most one: at first the current one, which does not count as chosen. A click on the
 * background or Escape closes it, and a click on a stage in the orbit opens that one.
 */
export function useSelection(section: RefObject<HTMLElement | null>) {
  const [{ selected, isChosen }, setSelection] = useState({ selected: PRESENT, isChosen: false });
  const select = useCallback(
    (id: string | null) => setSelection({ selected: id, isChosen: id !== null }),
    [],
  );
  const toggle = useCallback(
    (id: string) => {
      // Choosing the current stage moves the orbit to its card. Without the orbit a click on it must close it instead.
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

  /** Opens another stage from a card, which closes, and moves the focus to the row of the other stage. */
  const follow = (id: string) => {
    focusRow(section.current, id, false);
    keepPlace(rowOf(section.current, id), () => select(id));
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

/**
 * Focuses the row of a stage; with `onlyFromCard`, only if the focus is within the stage, whose card is about to close.
 */
function focusRow(section: HTMLElement | null, id: string, onlyFromCard: boolean): void {
  const row = rowOf(section, id);
  if (onlyFromCard && !row?.closest("li")?.contains(document.activeElement)) return;
  row?.focus({ preventScroll: onlyFromCard });
}
