import { useEffect, useLayoutEffect, useRef } from "react";
import { AuditLink } from "../../features/public/contact-modal/audit-link";
import { IconButton } from "../../ui/base/button";
import { x } from "../../ui/base/icons.generated";
import { Logo } from "./logo";
import { NavList } from "./nav-list";

/** From this width on the links are in the bar. */
const WIDE = "(min-width: 48rem)";

/** The full-screen menu of phones. A `<dialog>`: focus stays inside, Escape closes, focus returns to the hamburger. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);

  // A layout effect, as the dialog must be closed before it is removed from the document: only then does the focus
  // return.
  useLayoutEffect(() => {
    const dialog = ref.current;
    // A modal dialog makes the rest of the page inert, which recalculates all of its styles: on a slow phone the menu
    // would appear a tenth of a second later. So it is first shown as a non-modal sheet.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        dialog?.removeAttribute("open");
        dialog?.showModal();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      dialog?.close();
    };
  }, []);

  useEffect(() => {
    const wide = matchMedia(WIDE);
    window.addEventListener("app:navigated", onClose);
    wide.addEventListener("change", onClose);
    return () => {
      window.removeEventListener("app:navigated", onClose);
      wide.removeEventListener("change", onClose);
    };
  }, [onClose]);

  return (
    <dialog
      ref={ref}
      open
      className="menu-sheet"
      data-ground="green"
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="wrap menu-sheet-head">
        <Logo onFollow={onClose} />
        <IconButton icon={x} label="Close menu" onClick={onClose} />
      </div>
      <nav aria-label="Main">
        <NavList onFollow={onClose} />
      </nav>
      <div className="wrap">
        <AuditLink size="lg" block="always" onOpen={onClose} />
      </div>
    </dialog>
  );
}
