export interface Crumb {
  label: string;
  /** Absent on the last one: the page itself. */
  href?: string;
}

/** Where this is, as a search result says it: `host › services › roi`. */
export function ResultLine({ items }: { items: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="result-line">
      <ol>
        {items.map(({ label, href }) => (
          <li key={label}>
            {href ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
