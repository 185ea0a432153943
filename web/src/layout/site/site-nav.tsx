import { useCallback, useEffect, useState } from "react";
import { AuditLink } from "../../features/public/contact-modal/audit-link";
import { SharedPart } from "../../lib/shared-part";
import { useUrl } from "../../lib/site-context";
import { useLoaded } from "../../lib/use-loaded";
import { IconButton } from "../../ui/base/button";
import { menu } from "../../ui/base/icons.generated";
import { Logo } from "./logo";
import { currentLink } from "./nav-links";
import { NavList } from "./nav-list";

/** Scroll position from which the bar has a background, in pixels. */
const CLEAR_UNTIL = 80;

const loadMenu = () => import("./menu-sheet");

/** The fixed bar: clear over a green hero, paper with a hairline once the page is scrolled. */
export function SiteNav({ hero }: { hero: "green" | "paper" }) {
  const url = useUrl();
  const [scrolled, setScrolled] = useState(false);
  const [open, setOpen] = useState(false);
  /** A finger or the keyboard is on the hamburger: the menu is on its way before it is asked for. */
  const [isNear, setNear] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  // What could not be fetched is fetched again only when it is wanted anew.
  const giveUp = useCallback(() => {
    setOpen(false);
    setNear(false);
  }, []);
  const sheet = useLoaded(open || isNear, loadMenu, giveUp);

  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > CLEAR_UNTIL);
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);

  return (
    <header
      className="site-nav"
      data-ground={scrolled ? "paper" : hero}
      data-clear={scrolled ? undefined : ""}
    >
      <SharedPart as="div" className="wrap" name={() => `bar ${currentLink(url)}`}>
        <Logo />
        <nav aria-label="Main">
          <NavList />
        </nav>
        <AuditLink size="sm" />
        <IconButton
          icon={menu}
          label="Open menu"
          className="menu-button"
          aria-expanded={open}
          aria-haspopup="dialog"
          onPointerDown={() => setNear(true)}
          onFocus={() => setNear(true)}
          onClick={() => setOpen(true)}
          // Closes the menu while it is still on its way; then its own dialog does.
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        />
      </SharedPart>
      {open && sheet && <sheet.MenuSheet onClose={close} />}
    </header>
  );
}
