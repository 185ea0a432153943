import { isEditPath, NOT_LOADED, POST_LIST } from "../../features/admin/posts/edit-path";
import { useCurrentInSight } from "../../features/admin/shared/use-current-in-sight";
import type { AdminLink, AdminSection, Me } from "../../generated/api";
import type { LayoutProps } from "../../lib/page-module";
import { useNavigate, useUrl } from "../../lib/site-context";
import { useNavigationError } from "../../lib/use-navigation-error";
import { TextLink } from "../../ui/base/button";
import { externalLink } from "../../ui/base/icons.generated";
import { scrollFocusedIntoView } from "../../ui/data/scroll-focused-into-view";
import { toast } from "../../ui/overlay/toast-store";
import { currentOf } from "../site/nav-links";
import { AdminFrame } from "./admin-frame";

/**
 * The layout of the admin area: the frame with links to its sections. Pages name it in their `chrome`, so that only
 * their chunks load it. It stays mounted between them.
 */
export function AdminLayout({ pageProps, children }: LayoutProps) {
  const url = useUrl();
  const { me } = (pageProps ?? {}) as { me?: Me };
  const sections = me?.sections ?? [];
  const navigate = useNavigate();
  useNavigationError(isEditPath, () => {
    toast("error", "Error", NOT_LOADED);
    if (!isPostList(url)) navigate(POST_LIST);
  });
  const present = sections.find((section) => currentSection(section, url) !== undefined);
  const row = useCurrentInSight<HTMLElement>(present?.label);

  return (
    <AdminFrame
      home={POST_LIST}
      email={me?.email}
      links={
        <>
          <nav aria-label="Admin" ref={row} onFocus={scrollFocusedIntoView}>
            {sections.map((section) => (
              <a
                key={section.label}
                href={section.href}
                aria-current={currentSection(section, url)}
              >
                {section.label}
              </a>
            ))}
          </nav>
          <TextLink href="/" trailing={externalLink} aria-label="View site" data-reload="">
            <span>View site</span>
          </TextLink>
        </>
      }
    >
      {present && present.pages.length > 0 && <SectionPages section={present} url={url} />}
      {children}
    </AdminFrame>
  );
}

function SectionPages({ section, url }: { section: AdminSection; url: string }) {
  const present = currentPage(section.pages, url);
  const row = useCurrentInSight<HTMLElement>(present?.href);
  return (
    <nav
      aria-label={section.label}
      className="settings-nav"
      ref={row}
      onFocus={scrollFocusedIntoView}
    >
      {section.pages.map(({ href, label }) => (
        <a key={href} href={href} aria-current={currentOf(href, url)}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const currentPage = (pages: AdminLink[], url: string) =>
  pages.find(({ href }) => currentOf(href, url) !== undefined);

/** The post list has two addresses, and a section may have several pages. */
function currentSection({ href, pages }: AdminSection, url: string): "page" | "true" | undefined {
  if (currentPage(pages, url)) return currentOf(href, url) ?? "true";
  if (href === POST_LIST && isPostList(url)) return "page";
  return currentOf(href, url);
}

const isPostList = (url: string) =>
  /^\/(blog-post-manager|admin)\/?($|\?)/.test(url) || currentOf(POST_LIST, url) === "page";
