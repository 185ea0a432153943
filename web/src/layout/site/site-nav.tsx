import { useEffect, useState } from "react";
import { AuditLink } from "../../features/public/contact-modal/audit-link";
import { CachedFragment } from "../../lib/cached-fragment";
import { useUrl } from "../../lib/site-context";
import { IconButton } from "../../ui/base/button";
import { menu } from "../../ui/base/icons.generated";
import { importChunk, useChunk } from "../../ui/base/use-chunk";
import { Logo } from "./logo";
import { currentLink } from "./nav-links";
import { NavList } from "./nav-list";

/** Scroll position from which the bar has a background, in pixels. */
const CLEAR_UNTIL = 80;

const loadMenu = () => import("./menu-sheet");
/** Loads the menu's code when the hamburger is touched or focused, before it is pressed. */
const prepareMenu = () => void importChunk(loadMenu, null);

/** The fixed bar: transparent over a green hero, paper with a hairline once the page is scrolled. */
export function SiteNav({ hero }: { hero: "green" | "paper" }) {
  const url = useUrl();
  const [scrolled, setScrolled] = useState(false);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useChunk(open, loadMenu, close);

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
      <CachedFragment as="div" className="wrap" name={() => `bar ${currentLink(url)}`}>
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
          onPointerDown={prepareMenu}
          onFocus={prepareMenu}
          onClick={() => setOpen(true)}
          // Closes the menu while it is loading. Once it is open, its dialog handles Escape.
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        />
      </CachedFragment>
      {open && sheet && <sheet.MenuSheet onClose={close} />}
    </header>
  );
}
