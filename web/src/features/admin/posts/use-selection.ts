import { useRef, useState } from "react";

/** The selected rows of a view, and functions that change the selection. */
export interface Selection {
  isAll: boolean;
  has: (id: string) => boolean;
  /** Selects a row, or removes it from the selection; with `isRange`, also the rows between it and the last one. */
  set: (id: string, isSelected: boolean, isRange: boolean) => void;
  setAll: (isSelected: boolean) => void;
}

/**
 * Selects rows of a list.
 * @param view the address of the current view: another one starts without a selection
 */
export function useSelection(view: string, rows: readonly { id: string }[]): Selection {
  const [selected, setSelected] = useState({ view, ids: new Set<string>() });
  const last = useRef<string | null>(null);
  const current = selected.view === view ? selected.ids : new Set<string>();
  const all = rows.map((row) => row.id);
  const ids = all.filter((id) => current.has(id));

  const set = (id: string, isSelected: boolean, isRange: boolean) => {
    const to = all.indexOf(id);
    const from = isRange && last.current !== null ? all.indexOf(last.current) : -1;
    const range = from < 0 ? [id] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(ids);
    for (const one of range) {
      if (isSelected) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setSelected({ view, ids: next });
  };
  const setAll = (isSelected: boolean) => {
    last.current = null;
    setSelected({ view, ids: new Set(isSelected ? all : []) });
  };
  return {
    isAll: all.length > 0 && ids.length === all.length,
    has: (id) => current.has(id),
    set,
    setAll,
  };
}
