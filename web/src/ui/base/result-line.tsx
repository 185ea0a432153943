export interface Crumb {
  label: string;
  /** Absent for the last item, which is the page itself. */
  href?: string;
}

/** The location of the page as in a search result: `host › services › roi`. */
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
