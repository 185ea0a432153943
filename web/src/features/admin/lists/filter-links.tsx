import { scrollFocusedIntoView } from "../../../ui/data/scroll-focused-into-view";
import { useCurrentInSight } from "../shared/use-current-in-sight";
import type { Choice } from "./choice";
import { type ListState, listUrl } from "./list-url";

interface FilterLinksProps {
  state: ListState;
  /** The query parameter that the links set. */
  name: "status" | "type";
  label: string;
  choices: readonly Choice[];
  className: string;
}

/** The choices of a filter, as links. */
export function FilterLinks({ state, name, label, choices, className }: FilterLinksProps) {
  const row = useCurrentInSight<HTMLElement>(state[name]);
  return (
    <nav aria-label={label} className={className} ref={row} onFocus={scrollFocusedIntoView}>
      {choices.map(({ value, label, count }) => (
        <a
          key={value}
          href={listUrl({ ...state, [name]: value })}
          aria-current={state[name] === value ? "true" : undefined}
          data-scroll="keep"
        >
          {label}
          {count !== undefined && <span className="num"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}
