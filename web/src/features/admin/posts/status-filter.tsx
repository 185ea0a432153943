import type { StatusFilter as Status } from "../../../generated/api";
import { type ListState, listUrl } from "./list-url";

const CHOICES: { status: Status; label: string }[] = [
  { status: "all", label: "All" },
  { status: "published", label: "Published" },
  { status: "draft", label: "Draft" },
];

/** All, published or draft, as links. */
export function StatusFilter({ state }: { state: ListState }) {
  return (
    <nav aria-label="Status" className="status-filter">
      {CHOICES.map(({ status, label }) => (
        <a
          key={status}
          href={listUrl({ ...state, status })}
          aria-current={state.status === status ? "true" : undefined}
          data-scroll="keep"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
