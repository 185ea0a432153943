import { isEditPath, NOT_LOADED, POST_LIST } from "../../features/admin/posts/edit-path";
import { useCurrentInSight } from "../../features/admin/shared/use-current-in-sight";
import type { Me, Role } from "../../generated/api";
import type { LayoutProps } from "../../lib/page-module";
import { useNavigate, useUrl } from "../../lib/site-context";
import { useNavigationError } from "../../lib/use-navigation-error";
import { TextLink } from "../../ui/base/button";
import { externalLink } from "../../ui/base/icons.generated";
import { scrollFocusedIntoView } from "../../ui/base/scroll-focused-into-view";
import { toast } from "../../ui/overlay/toast-store";
import { currentOf } from "../site/nav-links";
import { AdminFrame } from "./admin-frame";

interface SectionLink {
  href: string;
  label: string;
  /** Whether editors may open it too. */
  editors?: boolean;
}

/** The pages behind "Settings", which only administrators open unless `editors` is set. */
const SETTINGS: readonly SectionLink[] = [
  { href: "/admin/settings", label: "Site details" },
  { href: "/admin/categories", label: "Categories", editors: true },
  { href: "/admin/authors", label: "Authors", editors: true },
  { href: "/admin/redirects", label: "Redirects" },
  { href: "/admin/health", label: "Site health", editors: true },
  { href: "/admin/staff", label: "Staff" },
  { href: "/admin/audit", label: "Audit log" },
];
const SETTINGS_LABEL = "Settings";

const SECTIONS: readonly SectionLink[] = [
  { href: POST_LIST, label: "Blog Posts", editors: true },
  { href: "/admin/media", label: "Media", editors: true },
  { href: "/admin/enquiries", label: "Enquiries" },
  { href: "/admin/bookings", label: "Bookings" },
  { href: "/admin/subscribers", label: "Subscribers" },
  { href: "", label: SETTINGS_LABEL, editors: true },
  { href: "/admin/account", label: "Account", editors: true },
];

/** The links that a role may open. "Settings" leads to the first of its pages, and is left out when there are none. */
function linksFor(role: Role | undefined): { sections: SectionLink[]; settings: SectionLink[] } {
  const mayOpen = ({ editors }: SectionLink) => role === "administrator" || editors === true;
  const settings = SETTINGS.filter(mayOpen);
  const sections = SECTIONS.filter(mayOpen).flatMap((section) => {
    if (section.label !== SETTINGS_LABEL) return [section];
    return settings[0] ? [{ ...section, href: settings[0].href }] : [];
  });
  return { sections, settings };
}

/**
 * The layout of the admin area: the frame with its sections. Pages name it in their `chrome`, so that only their chunks
 * load it, and it stays mounted from one to the next.
 */
export function AdminLayout({ pageProps, children }: LayoutProps) {
  const url = useUrl();
  const { me } = (pageProps ?? {}) as { me?: Me };
  const links = linksFor(me?.role);
  const navigate = useNavigate();
  useNavigationError(isEditPath, () => {
    toast("error", "Error", NOT_LOADED);
    if (!isPostList(url)) navigate(POST_LIST);
  });
  const present = links.sections.find((link) => sectionOf(link, url) !== undefined);
  const sections = useCurrentInSight<HTMLElement>(present?.label);

  return (
    <AdminFrame
      home={POST_LIST}
      email={me?.email}
      links={
        <>
          <nav aria-label="Admin" ref={sections} onFocus={scrollFocusedIntoView}>
            {links.sections.map((link) => (
              <a key={link.label} href={link.href} aria-current={sectionOf(link, url)}>
                {link.label}
              </a>
            ))}
          </nav>
          <TextLink href="/" trailing={externalLink} aria-label="View site" data-reload="">
            <span>View site</span>
          </TextLink>
        </>
      }
    >
      {links.settings.length > 0 && isSettings(url) && (
        <SettingsNav links={links.settings} url={url} />
      )}
      {children}
    </AdminFrame>
  );
}

function SettingsNav({ links, url }: { links: readonly SectionLink[]; url: string }) {
  const present = links.find(({ href }) => currentOf(href, url) !== undefined);
  const row = useCurrentInSight<HTMLElement>(present?.href);
  return (
    <nav aria-label="Settings" className="settings-nav" ref={row} onFocus={scrollFocusedIntoView}>
      {links.map(({ href, label }) => (
        <a key={href} href={href} aria-current={currentOf(href, url)}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const isSettings = (url: string) => SETTINGS.some(({ href }) => currentOf(href, url) !== undefined);

/** The post list stands at two addresses, and "Settings" for several pages. */
function sectionOf({ href, label }: SectionLink, url: string): "page" | "true" | undefined {
  if (label === SETTINGS_LABEL && isSettings(url)) return currentOf(href, url) ?? "true";
  if (href === POST_LIST && isPostList(url)) return "page";
  return currentOf(href, url);
}

const isPostList = (url: string) =>
  /^\/(blog-post-manager|admin)\/?($|\?)/.test(url) || currentOf(POST_LIST, url) === "page";
