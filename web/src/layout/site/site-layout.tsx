import type { ComponentType, ReactNode } from "react";
import { ModalHost } from "../../features/public/contact-modal/modal-host";
import type { FooterVariant } from "../../lib/page-module";
import { SectionBoundary } from "../../ui/base/section-boundary";
import { SiteNav } from "./site-nav";

interface SiteLayoutProps {
  hero: "green" | "paper";
  footer: FooterVariant;
  /** Renders the footer: the server from its content, the browser from the server's HTML. */
  Footer: ComponentType<{ variant: FooterVariant }>;
  children: ReactNode;
}

/** Skip link, navigation bar, page and footer. The first section of a page extends below the bar. */
export function SiteLayout({ hero, footer, Footer, children }: SiteLayoutProps) {
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
        <Footer variant={footer} />
      </SectionBoundary>
      <ModalHost />
    </>
  );
}
