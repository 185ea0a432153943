import { cx } from "../../lib/cx";

export interface Crumb {
  label: string;
  /** Absent on the last one: the page itself. */
  href?: string;
}

/** Where this is, as a search result says it: `host › services › roi`. */
export function ResultLine({ items, className }: { items: Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={cx("result-line", className)}>
      <ol>
        {items.map((item, index) => (
          <li key={item.label}>
            {item.href ? (
              <a href={item.href}>{item.label}</a>
            ) : (
              <span aria-current={index === items.length - 1 ? "page" : undefined}>
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
