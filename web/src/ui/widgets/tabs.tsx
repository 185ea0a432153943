import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { tabOfKey } from "./tab-keys";

interface TabItem {
  value: string;
  label: ReactNode;
  /** A count beside the label. */
  count?: number;
  /** Address that shows this tab, so that it works before hydration and without JavaScript. */
  href?: string;
  content: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  items: TabItem[];
  /** Selected value, if controlled; otherwise the first tab is selected to begin with. */
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}

/**
 * Tabs in the style of index cards. Arrow keys, Home and End move the focus and select. Hidden panels stay in the
 * document.
 */
export function Tabs({ label, items, value, onChange, className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [ownValue, setOwnValue] = useState(items[0]?.value);
  const selected = value ?? ownValue;
  // Before hydration all tabs must be tab stops, as arrow keys do not work yet.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);

  const select = (next: TabItem | undefined) => {
    if (!next || next.value === selected) return;
    setOwnValue(next.value);
    onChange?.(next.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === selected);
    const to = tabOfKey(event, at, items.length);
    if (to === undefined) return;
    event.preventDefault();
    select(items[to]);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };

  return (
    <div className={className}>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {items.map((item) => {
          const isSelected = item.value === selected;
          const Tab = item.href ? "a" : "button";
          return (
            <Tab
              key={item.value}
              {...(item.href ? { href: item.href, "data-native": "" } : { type: "button" })}
              role="tab"
              id={`${id}-tab-${item.value}`}
              className="tab"
              aria-selected={isSelected}
              aria-controls={`${id}-panel-${item.value}`}
              tabIndex={isSelected || !isHydrated ? 0 : -1}
              onClick={(event: MouseEvent) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                select(item);
              }}
            >
              {item.label}
              {item.count !== undefined && <span className="tab-count num">{item.count}</span>}
            </Tab>
          );
        })}
      </div>
      {items.map((item) => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-panel-${item.value}`}
          className="tab-panel"
          aria-labelledby={`${id}-tab-${item.value}`}
          hidden={item.value !== selected}
        >
          {item.content}
        </div>
      ))}
    </div>
  );
}
