import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BlogFilter } from "../../../generated/api";
import { useNavigation } from "../../../lib/navigation-state";
import { useNavigate, useSite } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import { IconButton } from "../../../ui/base/button";
import { flame, layoutGrid, list } from "../../../ui/base/icons.generated";
import { scrollFocusedIntoView } from "../../../ui/data/scroll-focused-into-view";
import { SearchField } from "../../../ui/data/search-field";
import { useDebounced } from "../../../ui/data/use-debounced";
import { choose, listingUrl } from "./cards/listing-url";
import { ChipLink } from "./chip-link";
import { setView, type View } from "./view-preference";
import "../../../styles/listing.css";

/** How long typing must pause before the listing is searched, in milliseconds. */
export const SEARCH_DELAY = 350;

/** Scrolls the row of categories to the current one in browsers that do not know `scroll-initial-target`. */
function showCurrent(row: HTMLElement | null): void {
  const chip = row?.querySelector<HTMLElement>("[aria-current]");
  if (!row || !chip) return;
  const end = chip.offsetLeft + chip.offsetWidth;
  if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end;
}

interface ListingFiltersProps {
  filter: BlogFilter;
  /** How many posts match. */
  total: number;
  view: View;
}

/** "1 post", "12 posts". */
export const countPosts = (total: number): string => `${total} ${total === 1 ? "post" : "posts"}`;

/** Search, sorting, categories and view of the listing. All but the view are links or a GET form without JavaScript. */
export function ListingFilters({ filter, total, view }: ListingFiltersProps) {
  const site = useSite();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const search = filter.search ?? "";
  /** The text in the field: a new object for each change, as a text that was removed may be typed again. */
  const [typed, setTyped] = useState({ text: search });
  const settled = useDebounced(typed, SEARCH_DELAY);
  /** The text that the field was last given, or that was last searched for. */
  const shown = useRef(search);
  // The address determines the search, also after a step back. The field is updated in place, as a new one would lose
  // the focus and what was typed before hydration or since the search was submitted.
  useEffect(() => {
    if (field.current && shown.current !== search) {
      field.current.value = search;
      setTyped({ text: search });
    }
    shown.current = search;
  }, [search]);
  const follow = useEffectEvent(() => {
    // The field, as the text may have been submitted or removed meanwhile.
    const text = field.current?.value.trim() ?? "";
    if (text === shown.current.trim()) return;
    // Builds on a pending navigation, so that a filter pressed just now and the way to another page are not lost.
    const { pending } = useNavigation.getState();
    const { path, query } = splitUrl(pending ?? listingUrl(filter));
    // As the form would send it, so that Enter leads to the same address.
    const wanted = new URLSearchParams(query);
    const isCleared = pending !== null && shown.current !== "" && !wanted.has("search");
    if (path !== "/blog" || isCleared) return;
    shown.current = text;
    wanted.delete("page");
    if (text) wanted.set("search", text);
    else wanted.delete("search");
    navigate(wanted.size > 0 ? `${path}?${wanted}` : path, {
      replace: filter.search !== null,
      keepScroll: true,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when typing has paused
  useEffect(() => follow(), [settled]);
  /** The filter with what is typed, for the links of the others. */
  const current = { ...filter, search: typed.text.trim() || null };
  return (
    <div className="border-b-[1.5px] border-text pb-7 max-md:pb-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-md:gap-x-2">
        <search className="min-w-0 flex-[1_1_16rem] max-md:basis-full">
          <form
            action="/blog"
            method="get"
            data-scroll="keep"
            onSubmit={() => {
              shown.current = field.current?.value.trim() ?? "";
            }}
          >
            {filter.tag && <input type="hidden" name="tag" value={filter.tag} />}
            {filter.section && <input type="hidden" name="section" value={filter.section} />}
            {filter.trending && <input type="hidden" name="trending" value="true" />}
            {filter.latest && <input type="hidden" name="latest" value="true" />}
            {filter.featured && <input type="hidden" name="featured" value="true" />}
            <SearchField
              label="Search the blog"
              name="search"
              placeholder="search the log"
              defaultValue={search}
              onInput={({ currentTarget }) => setTyped({ text: currentTarget.value })}
              ref={field}
              count={countPosts(total)}
              clearHref={filter.search ? listingUrl({ ...filter, search: null }) : undefined}
            />
          </form>
        </search>
        <p className="sr-only" role="status">
          {countPosts(total)} found
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not of form fields */}
        <div
          role="group"
          aria-label="Sort"
          className="flex gap-2 max-md:flex-1 max-md:gap-1.5 max-md:[&_.chip]:px-2.5"
        >
          <Toggle
            filter={current}
            current={filter.trending}
            choice={{ trending: true }}
            icon={flame}
          >
            Trending
          </Toggle>
          <Toggle filter={current} current={filter.latest} choice={{ latest: true }}>
            Latest Articles
          </Toggle>
        </div>
        <ViewSwitch view={view} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not of form fields */}
      <div
        role="group"
        aria-label="Category"
        ref={showCurrent}
        onFocus={scrollFocusedIntoView}
        className="categories relative mt-4 flex flex-wrap gap-2 max-md:-mx-margin max-md:flex-nowrap max-md:overflow-x-auto max-md:px-margin max-md:py-1"
      >
        {site.categories.map((category) => (
          <Toggle
            key={category}
            filter={current}
            current={filter.tag === category}
            choice={{ tag: category }}
          >
            {category}
          </Toggle>
        ))}
        {filter.tag && !site.categories.includes(filter.tag) && (
          <Toggle filter={current} current choice={{ tag: filter.tag }}>
            {filter.tag}
          </Toggle>
        )}
        {filter.featured && (
          <ChipLink href={listingUrl({ ...current, featured: false })} current>
            Featured
            <span className="sr-only"> (remove filter)</span>
          </ChipLink>
        )}
        {filter.section && (
          <Toggle filter={current} current choice={{ section: filter.section }}>
            {filter.section}
          </Toggle>
        )}
      </div>
    </div>
  );
}

interface ToggleProps {
  filter: BlogFilter;
  current: boolean;
  choice: Parameters<typeof choose>[1];
  icon?: typeof flame;
  children: string;
}

/** One of several mutually exclusive filters. The link of the current one removes it. */
function Toggle({ filter, current, choice, icon, children }: ToggleProps) {
  return (
    <ChipLink
      href={listingUrl(choose(filter, current ? {} : choice))}
      current={current}
      icon={icon}
    >
      {children}
      {current && <span className="sr-only"> (remove filter)</span>}
    </ChipLink>
  );
}

const VIEWS = [
  { view: "card", label: "Cards", icon: layoutGrid },
  { view: "list", label: "List", icon: list },
] as const;

/** Switches between cards and list. Needs JavaScript, so hidden without. */
function ViewSwitch({ view }: { view: View }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not form fields
    <div
      role="group"
      aria-label="View"
      className="flex overflow-hidden rounded-control border-[1.5px] border-edge noscript:hidden"
    >
      {VIEWS.map((option) => (
        <IconButton
          key={option.view}
          icon={option.icon}
          label={option.label}
          aria-pressed={view === option.view}
          onClick={() => setView(option.view)}
          className="rounded-none [--focus-offset:-5px] aria-pressed:[--focus:var(--mark)] aria-pressed:bg-ink aria-pressed:text-paper"
        />
      ))}
    </div>
  );
}
