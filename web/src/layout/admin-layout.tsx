import { type ReactNode, useState } from "react";
import { callApi } from "../lib/api";
import { useUrl } from "../lib/site-context";
import { Button, TextLink } from "../ui/button";
import { externalLink } from "../ui/icons.generated";
import { logOut } from "../ui/icons-admin.generated";
import { toast } from "../ui/toast-store";
import { Logo } from "./logo";
import { currentOf } from "./nav-links";

const SECTIONS = [{ href: "/admin/blog", label: "Blog Posts" }];

/** The frame of admin pages; their modules export `chrome = { layout: "bare" }`. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const url = useUrl();
  const [leaving, setLeaving] = useState(false);

  const logout = async () => {
    setLeaving(true);
    const result = await callApi("/api/auth/sign-out", { method: "POST", body: {} });
    if (result.ok || result.status === 401) {
      location.assign("/auth");
      return;
    }
    setLeaving(false);
    toast("error", "You could not be signed out", "Please try again.");
  };

  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <header className="admin-bar" data-ground="green">
        <div>
          <Logo href="/admin/blog" />
          <span className="mono">admin</span>
          <nav aria-label="Admin">
            {SECTIONS.map(({ href, label }) => (
              <a key={href} href={href} aria-current={sectionOf(href, url)}>
                {label}
              </a>
            ))}
          </nav>
          <TextLink href="/" trailing={externalLink} aria-label="View site" data-reload="">
            <span>View site</span>
          </TextLink>
          <Button variant="secondary" size="sm" icon={logOut} busy={leaving} onClick={logout}>
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
