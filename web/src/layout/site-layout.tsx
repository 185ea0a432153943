import type { ReactNode } from "react";
import { ModalHost } from "../features/contact-modal/modal-host";
import { SectionBoundary } from "../ui/section-boundary";
import { SiteFooter } from "./site-footer";
import { SiteNav } from "./site-nav";

interface SiteLayoutProps {
  hero: "green" | "paper";
  footer: "full" | "short-on-phones";
  children: ReactNode;
}

/** Skip link, navigation bar, the page, footer. The first section of a page runs under the bar. */
export function SiteLayout({ hero, footer, children }: SiteLayoutProps) {
  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        Skip to content
      </a>
      <SiteNav hero={hero} />
      <main id="main" tabIndex={-1} data-ground="paper">
        {children}
      </main>
      <SectionBoundary name="Footer">
        <SiteFooter variant={footer} />
      </SectionBoundary>
      <ModalHost />
    </>
  );
}
