import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation } from "../../../lib/navigation-state";
import { useNavigate } from "../../../lib/site-context";
import { splitUrl, withQuery } from "../../../lib/url";
import { SearchField } from "../../../ui/data/search-field";
import { useDebounced } from "../../../ui/data/use-debounced";
import { mayMoveOn } from "../shared/use-leave-guard";
import { type ListState, listQuery, listUrl } from "./list-url";

/** How long typing must pause before the list is searched, in milliseconds. */
export const SEARCH_DELAY = 350;

interface ListSearchProps {
  state: ListState;
  /** Name of the field. */
  label: string;
  placeholder: string;
  /** "24 enquiries". */
  count: string;
}

/** Search of a list, which follows typing and is a plain GET form without JavaScript. Other filters are kept. */
export function ListSearch({ state, label, placeholder, count }: ListSearchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(state.search);
  const settled = useDebounced(text, SEARCH_DELAY);
  const field = useRef<HTMLInputElement>(null);
  // What was typed before hydration.
  useEffect(() => setText((given) => field.current?.value ?? given), []);
  /** The text last searched for by this form: its answer must not overwrite what was typed since. */
  const asked = useRef(state.search);

  useEffect(() => {
    if (state.search === asked.current) return;
    asked.current = state.search;
    setText(state.search);
  }, [state.search]);

  const ask = (search: string, replace: boolean) => {
    // Builds on a pending navigation, so that a filter pressed just now and the way to another page are not lost.
    const { path, query } = splitUrl(useNavigation.getState().pending ?? listUrl(state));
    const {
      search: sought = "",
      page: _,
      ...filters
    } = Object.fromEntries(new URLSearchParams(query));
    if (path !== state.path) return;
    asked.current = search.trim();
    // What is not saved in a row would go with it.
    if (asked.current === sought.trim() || !mayMoveOn()) return;
    const url = withQuery(path, { search: asked.current, ...filters });
    navigate(url, { replace, keepScroll: true });
  };
  const follow = useEffectEvent((search: string) => {
    if (search.trim() !== asked.current.trim()) ask(search, true);
  });
  useEffect(() => follow(settled), [settled]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A search that failed or was superseded is repeated.
    ask(text, false);
  };
  return (
    <search className="list-search">
      <form action={state.path} method="get" data-scroll="keep" onSubmit={onSubmit}>
        {listQuery({ ...state, search: "" }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          ref={field}
          label={label}
          name="search"
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          count={count}
          clearHref={state.search ? listUrl({ ...state, search: "" }) : undefined}
        />
      </form>
    </search>
  );
}
