import { useRef, useState } from "react";

/** Which rows of a view of a list are selected, and what selects them. */
export interface Selection {
  /** Ids in the order of the rows. */
  ids: string[];
  isAll: boolean;
  has: (id: string) => boolean;
  /** Selects a row, or not; `isRange` goes on from the row before. */
  set: (id: string, isSelected: boolean, isRange: boolean) => void;
  setAll: (isSelected: boolean) => void;
}

/**
 * Selects rows of a list.
 * @param view the address of what is shown: another one starts with nothing selected
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
    ids,
    isAll: all.length > 0 && ids.length === all.length,
    has: (id) => current.has(id),
    set,
    setAll,
  };
}
