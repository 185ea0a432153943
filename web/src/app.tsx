import { type ComponentType, type ReactNode, useLayoutEffect } from "react";
import type { Site } from "./generated/api";
import { NavigationProgress } from "./layout/site/navigation-progress";
import { SiteLayout } from "./layout/site/site-layout";
import type { Page, PageName } from "./lib/page";
import type { FooterVariant, PageChrome, PageModule } from "./lib/page-module";
import { AppProvider, type Navigate, type RenderFragment } from "./lib/site-context";
import { splitUrl } from "./lib/url";
import { Toaster } from "./ui/overlay/toaster";

interface AppProps<N extends PageName> {
  page: Page<N>;
  site: Site;
  module: PageModule<N>;
  navigate: Navigate;
  Footer: ComponentType<{ variant: FooterVariant }>;
  /** Renders cached fragments; only on the server. */
  renderFragment?: RenderFragment;
  /** Called when a page is in the document, before it is painted. */
  onCommit?: (page: Page<N>) => void;
}

/** The whole content of the body: the same markup on server and client. */
export function App<N extends PageName>(props: AppProps<N>) {
  const { page, site, module, navigate, Footer, renderFragment, onCommit } = props;
  useLayoutEffect(() => onCommit?.(page), [page, onCommit]);
  const { default: PageComponent, chrome } = module;
  // Another path is another page with fresh state; another query of the same path keeps the state.
  const content = (
    <PageComponent key={`${page.component} ${splitUrl(page.url).path}`} {...page.props} />
  );
  return (
    <AppProvider value={{ site, url: page.url, navigate, form: page.form, renderFragment }}>
      <NavigationProgress />
      <Layout chrome={chrome} pageProps={page.props} Footer={Footer}>
        {content}
      </Layout>
      <Toaster />
      <div id="route-announcer" className="sr-only" aria-live="polite" aria-atomic="true" />
    </AppProvider>
  );
}

interface LayoutProps {
  chrome: PageChrome | undefined;
  pageProps: object;
  Footer: ComponentType<{ variant: FooterVariant }>;
  children: ReactNode;
}

/** Renders the layout of a page. Outside the page's key, so that it stays mounted while pages change. */
function Layout({ chrome, pageProps, Footer, children }: LayoutProps) {
  const { layout: OwnLayout = "site", hero = "green", footer = "full" } = chrome ?? {};
  if (OwnLayout === "bare") return children;
  if (OwnLayout !== "site") return <OwnLayout pageProps={pageProps}>{children}</OwnLayout>;
  return (
    <SiteLayout hero={hero} footer={footer} Footer={Footer}>
      {children}
    </SiteLayout>
  );
}
