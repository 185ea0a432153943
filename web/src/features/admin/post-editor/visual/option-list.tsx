import { type ReactNode, useLayoutEffect, useRef } from "react";

interface OptionListProps<T> {
  id: string;
  label: string;
  options: readonly T[];
  /** Renders the content of an option. */
  children: (option: T) => ReactNode;
  keyOf: (option: T) => string;
  /** Index of the active option; -1 for none. */
  active: number;
  onPick: (option: T) => void;
  tabIndex?: number;
}

/** The id of an option, for `aria-activedescendant` of the element that has the focus. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** A list of options for a field or the text, which keeps the focus and handles the keys. */
export function OptionList<T>(props: OptionListProps<T>) {
  const { id, label, options, children, keyOf, active, onPick, tabIndex } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const option = list.current?.children[active];
    if (option instanceof HTMLElement && list.current) keepInSight(list.current, option);
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="option-list"
      tabIndex={tabIndex}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field or text has the focus and handles the keys
        <div
          key={keyOf(option)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          onClick={() => onPick(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

/** Scrolls the list, but not the page. */
function keepInSight(list: HTMLElement, option: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
