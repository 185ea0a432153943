import { type ReactNode, useEffect, useRef } from "react";
import { isEditPath, NOT_LOADED, POST_LIST } from "../../features/admin/posts/edit-path";
import { useNavigate, useUrl } from "../../lib/site-context";
import { useNavigationError } from "../../lib/use-navigation-error";
import { TextLink } from "../../ui/base/button";
import { externalLink } from "../../ui/base/icons.generated";
import { scrollFocusedIntoView } from "../../ui/base/scroll-focused-into-view";
import { toast } from "../../ui/overlay/toast-store";
import { currentOf } from "../site/nav-links";
import { AdminFrame } from "./admin-frame";

/** The pages behind "Settings". */
const SETTINGS = [
  { href: "/admin/authors", label: "Authors" },
  { href: "/admin/audit", label: "Audit log" },
] as const;

const SECTIONS = [
  { href: POST_LIST, label: "Blog Posts" },
  { href: "/admin/media", label: "Media" },
  { href: "/admin/enquiries", label: "Enquiries" },
  { href: "/admin/bookings", label: "Bookings" },
  { href: "/admin/subscribers", label: "Subscribers" },
  { href: SETTINGS[0].href, label: "Settings" },
  { href: "/admin/account", label: "Account" },
];

/**
 * The layout of the admin area: the frame with its sections. Pages name it in their `chrome`, so that only their chunks
 * load it, and it stays mounted from one to the next.
 */
export function AdminLayout({ children }: { children: ReactNode }) {
  const url = useUrl();
  const navigate = useNavigate();
  useNavigationError(isEditPath, () => {
    toast("error", "Error", NOT_LOADED);
    if (sectionOf(POST_LIST, url) !== "page") navigate(POST_LIST);
  });
  const sections = useRef<HTMLElement>(null);
  const present = SECTIONS.findIndex(({ href }) => sectionOf(href, url) !== undefined);
  useEffect(() => {
    // Where the sections do not fit beside each other, the present one is in sight.
    const row = sections.current;
    const here = row?.children[present] as HTMLElement | undefined;
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }, [present]);

  return (
    <AdminFrame
      home={POST_LIST}
      links={
        <>
          <nav aria-label="Admin" ref={sections} onFocus={scrollFocusedIntoView}>
            {SECTIONS.map(({ href, label }) => (
              <a key={href} href={href} aria-current={sectionOf(href, url)}>
                {label}
              </a>
            ))}
          </nav>
          <TextLink href="/" trailing={externalLink} aria-label="View site" data-reload="">
            <span>View site</span>
          </TextLink>
        </>
      }
    >
      {isSettings(url) && (
        <nav aria-label="Settings" className="settings-nav" onFocus={scrollFocusedIntoView}>
          {SETTINGS.map(({ href, label }) => (
            <a key={href} href={href} aria-current={currentOf(href, url)}>
              {label}
            </a>
          ))}
        </nav>
      )}
      {children}
    </AdminFrame>
  );
}

const isSettings = (url: string) => SETTINGS.some(({ href }) => currentOf(href, url) !== undefined);

/** The post list stands at two addresses, and "Settings" for several pages. */
function sectionOf(href: string, url: string): "page" | "true" | undefined {
  if (href === SETTINGS[0].href && isSettings(url)) return currentOf(href, url) ?? "true";
  if (href === POST_LIST && /^\/(blog-post-manager|admin)\/?($|\?)/.test(url)) return "page";
  return currentOf(href, url);
}
