import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "../../../lib/site-context";
import { SearchField } from "../../../ui/data/search-field";
import { type ListState, listQuery, listUrl } from "./list-url";

/** How long typing must rest before the list follows, in milliseconds. */
const DEBOUNCE = 350;

/** Search of the list: follows while one types, and is a plain GET form without scripts. */
export function SearchForm({ state, count }: { state: ListState; count: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState(state.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What this form has asked for last: an answer to it must not overwrite what was typed since. */
  const asked = useRef(state.search);

  useEffect(() => {
    if (state.search === asked.current) return;
    asked.current = state.search;
    clearTimeout(timer.current);
    setText(state.search);
  }, [state.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (search: string, replace: boolean) => {
    clearTimeout(timer.current);
    if (search.trim() === asked.current.trim()) return;
    asked.current = search.trim();
    navigate(listUrl({ ...state, search }), { replace, keepScroll: true });
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const search = event.target.value;
    setText(search);
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, DEBOUNCE, search, true);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask(text, false);
  };

  return (
    <search className="list-search">
      <form action={state.path} method="get" data-scroll="keep" onSubmit={onSubmit}>
        {listQuery({ ...state, search: "" }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          label="Search posts"
          name="search"
          placeholder="search title, summary, content"
          value={text}
          onChange={onChange}
          count={count}
          clearHref={state.search ? listUrl({ ...state, search: "" }) : undefined}
        />
      </form>
    </search>
  );
}
