import { useUrl } from "../../lib/site-context";
import { currentOf, NAV_LINKS } from "./nav-links";

/** The links of the navigation bar; the current one is marked. */
export function NavList({ onFollow }: { onFollow?: () => void }) {
  const url = useUrl();
  return (
    <ul>
      {NAV_LINKS.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={currentOf(href, url)} onClick={onFollow}>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
