import { type ReactNode, useEffect, useRef } from "react";
import { useSignedOutElsewhere } from "../../features/admin/accounts/signed-out";
import { useSignOut } from "../../features/admin/accounts/use-sign-out";
import { isEditPath, NOT_LOADED } from "../../features/admin/posts/edit-path";
import { useNavigate, useUrl } from "../../lib/site-context";
import { useVisitFailure } from "../../lib/use-visit-failure";
import { Button, TextLink } from "../../ui/base/button";
import { externalLink } from "../../ui/base/icons.generated";
import { logOut } from "../../ui/base/icons-admin.generated";
import { showWhole } from "../../ui/base/show-whole";
import { toast } from "../../ui/overlay/toast-store";
import "../../styles/sign-in.css";
import "../../styles/admin.css";
import { Logo } from "../site/logo";
import { currentOf } from "../site/nav-links";

const SECTIONS = [
  { href: "/admin/blog", label: "Blog Posts" },
  { href: "/admin/media", label: "Media" },
  { href: "/admin/enquiries", label: "Enquiries" },
  { href: "/admin/bookings", label: "Bookings" },
  { href: "/admin/subscribers", label: "Subscribers" },
  { href: "/admin/account", label: "Account" },
];

/** The frame of admin pages; their modules export `chrome = { layout: "bare" }`. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const url = useUrl();
  const { signOut, isSigningOut } = useSignOut();
  useSignedOutElsewhere();
  const navigate = useNavigate();
  useVisitFailure(isEditPath, () => {
    toast("error", "Error", NOT_LOADED);
    if (sectionOf("/admin/blog", url) !== "page") navigate("/admin/blog");
  });
  const sections = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the sections do not fit beside each other, the present one is in sight.
    const row = sections.current;
    const here = row?.querySelector<HTMLElement>("[aria-current]");
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }, []);

  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <header className="admin-bar" data-ground="green">
        <div>
          <Logo href="/admin/blog" />
          <span className="mono">admin</span>
          <nav aria-label="Admin" ref={sections} onFocus={showWhole}>
            {SECTIONS.map(({ href, label }) => (
              <a key={href} href={href} aria-current={sectionOf(href, url)}>
                {label}
              </a>
            ))}
          </nav>
          <TextLink href="/" trailing={externalLink} aria-label="View site" data-reload="">
            <span>View site</span>
          </TextLink>
          <Button
            variant="secondary"
            size="sm"
            icon={logOut}
            busy={isSigningOut}
            onClick={signOut}
            data-leave=""
          >
            Logout
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="admin-main" data-ground="paper">
        {children}
      </main>
    </>
  );
}

/** The post list stands at two addresses. */
function sectionOf(href: string, url: string): "page" | "true" | undefined {
  if (href === "/admin/blog" && /^\/(blog-post-manager|admin)\/?($|\?)/.test(url)) return "page";
  return currentOf(href, url);
}
