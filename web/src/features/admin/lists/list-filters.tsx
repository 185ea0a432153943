import { SearchField } from "../../../ui/data/search-field";
import type { Choice } from "./choice";
import { type ListState, listUrl } from "./list-url";

interface ListSearchProps {
  state: ListState;
  /** Name of the field. */
  label: string;
  placeholder: string;
  /** "24 enquiries". */
  count: string;
}

/** Search of a list: a plain GET form at the list's address, which keeps the other filters. */
export function ListSearch({ state, label, placeholder, count }: ListSearchProps) {
  const { path, search, status, type = "all" } = state;
  return (
    <search className="list-search">
      <form key={search} action={path} method="get">
        {status !== "all" && <input type="hidden" name="status" value={status} />}
        {type !== "all" && <input type="hidden" name="type" value={type} />}
        <SearchField
          label={label}
          name="search"
          placeholder={placeholder}
          defaultValue={search}
          count={count}
          clearHref={search ? listUrl({ ...state, search: "" }) : undefined}
        />
      </form>
    </search>
  );
}

/** One of several states, as links. */
export function StatusLinks({ state, choices }: { state: ListState; choices: Choice[] }) {
  return (
    <nav aria-label="Status" className="status-filter">
      {choices.map(({ value, label }) => (
        <a
          key={value}
          href={listUrl({ ...state, status: value })}
          aria-current={state.status === value ? "true" : undefined}
          data-scroll="keep"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Which form, as links. */
export function TypeLinks({ state, choices }: { state: ListState; choices: Choice[] }) {
  return (
    <nav aria-label="Form" className="type-links">
      {choices.map(({ value, label }) => (
        <a
          key={value}
          href={listUrl({ ...state, type: value })}
          aria-current={state.type === value ? "true" : undefined}
          data-scroll="keep"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
