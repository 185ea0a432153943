import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { chevronDown, chevronUp, search, x } from "../../../../ui/base/icons.generated";
import type { Finder, Found } from "./finder";

interface FindBarProps {
  finder: Finder;
  /** Changes with each request for the bar, which focuses its field and takes over the selected words. */
  request: number;
  onClose: () => void;
}

/** Bar that finds words in the text and replaces them. Enter goes to the next match, Escape returns to the text. */
export function FindBar({ finder, request, onClose }: FindBarProps) {
  const [query, setQuery] = useState(finder.selected);
  const [answered, setAnswered] = useState(request);
  const [replacement, setReplacement] = useState("");
  const [isExact, setExact] = useState(false);
  const [replaced, setReplaced] = useState<{ count: number; left: Found } | null>(null);
  const found = useSyncExternalStore(finder.subscribe, finder.found, finder.found);
  const input = useRef<HTMLInputElement>(null);

  // During rendering, as a later change of the field's text would undo the selection in it.
  if (answered !== request) {
    setAnswered(request);
    setQuery(finder.selected() || query);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request focuses the field
  useEffect(() => input.current?.select(), [request]);
  useEffect(() => finder.search(query, isExact), [finder, query, isExact]);

  const close = () => {
    onClose();
    finder.close();
  };
  const replaceAll = () =>
    setReplaced({ count: finder.replaceAll(replacement), left: finder.found() });
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const isField = event.target instanceof HTMLInputElement;
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
    if (event.key === "Escape") close();
    else if (isFind) input.current?.select();
    else if (event.key === "Enter" && event.target === input.current)
      finder.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && isField) finder.replace(replacement);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNothing = found.count === 0;

  return (
    <search aria-label="Find and replace" className="find-row" onKeyDown={onKeyDown}>
      <div className="find find-field">
        <Icon of={search} size={18} />
        <input
          ref={input}
          aria-label="Find"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span className="find-count num" role="status">
          {/* Shown only until `found` changes, which is a new object after each step, change and search. */}
          {replaced?.left === found ? `${replaced.count} replaced` : positionText(query, found)}
        </span>
        <span className="find-rule" aria-hidden="true" />
        <button
          type="button"
          className="icon-btn mono"
          aria-label="Match case"
          title="Match case"
          aria-pressed={isExact}
          onClick={() => setExact(!isExact)}
        >
          Aa
        </button>
        <IconButton
          icon={chevronUp}
          label="Previous match"
          aria-disabled={isNothing || undefined}
          onClick={() => finder.step(-1)}
        />
        <IconButton
          icon={chevronDown}
          label="Next match"
          aria-disabled={isNothing || undefined}
          onClick={() => finder.step(1)}
        />
      </div>
      <div className="find find-field">
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          autoCapitalize="none"
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
        />
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-disabled={isNothing || undefined}
        onClick={() => finder.replace(replacement)}
      >
        Replace
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-disabled={isNothing || undefined}
        onClick={replaceAll}
      >
        Replace all
      </Button>
      <IconButton icon={x} label="Close find and replace" onClick={close} />
    </search>
  );
}

/** "3/12". */
const positionText = (query: string, { count, at }: Found): string =>
  query === "" ? "" : `${at + 1}/${count}`;
