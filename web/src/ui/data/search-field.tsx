import type { InputHTMLAttributes, Ref } from "react";
import { cx } from "../../lib/cx";
import { Icon } from "../base/icon";
import { search, x } from "../base/icons.generated";

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  /** Accessible name of the field, not visible. */
  label: string;
  /** Number of results: "8 posts". */
  count?: string;
  /** Address without the search, for a link that clears it. */
  clearHref?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A search field in the style of the find bar. Put it in a form with method GET. */
export function SearchField({ label, count, clearHref, className, ...rest }: SearchFieldProps) {
  return (
    <div className={cx("find find-field", className)}>
      <Icon of={search} size={18} />
      <input autoComplete="off" enterKeyHint="search" {...rest} type="search" aria-label={label} />
      {count && <span className="find-count num">{count}</span>}
      {clearHref && (
        <>
          <span className="find-rule" aria-hidden="true" />
          <a
            className="icon-btn"
            href={clearHref}
            aria-label="Clear search"
            data-scroll="keep"
            // The link is removed with the search, so the focus moves to the field.
            onClick={({ currentTarget }) =>
              currentTarget.parentElement?.querySelector("input")?.focus()
            }
          >
            <Icon of={x} />
          </a>
        </>
      )}
    </div>
  );
}
