import type { ComponentType, ReactNode } from "react";
import type { PageProps, Site } from "../generated/api";
import type { Head, PageName } from "./page";

/** Which footer: "short-on-phones" leaves out most of it there. */
export type FooterVariant = "full" | "short-on-phones";

/** What a page's own layout gets. */
export interface LayoutProps {
  /** The props of the page. */
  pageProps?: object;
  children: ReactNode;
}

/** The layout around a page. Exported by a page as `chrome`; every property has a default. */
export interface PageChrome {
  /** The title of a page for staff, before the site's name: such a page needs no `.head.ts`. */
  title?: string;
  /**
   * "site" (default): navigation and footer. "bare": nothing. A component is drawn around the page: it loads with the
   * pages that name it, and stays mounted between them. It gets the props of the page that it surrounds.
   */
  layout?: "site" | "bare" | ComponentType<LayoutProps>;
  /** Ground of the page's first section, which the navigation bar covers. Default "green". */
  hero?: "green" | "paper";
  /** "full" (default), or "short-on-phones" for pages that keep a fixed bar at the bottom of a phone. */
  footer?: FooterVariant;
  /** Wait before scrolling to the element that the address names, in milliseconds. Default 600. */
  arrivalDelay?: number;
  /** Returns the id of what a query asks for, such as a tab. Pages whose address names an element scroll to that one. */
  arrivalTarget?: (query: URLSearchParams) => string | null;
}

/** A module under `pages/`: the page as default export, and optionally its chrome. */
export interface PageModule<N extends PageName = PageName> {
  default: ComponentType<PageProps[N]>;
  chrome?: PageChrome;
  /** Resolves when the parts are loaded that hydration waits for after a full load. */
  ready?: Promise<unknown>;
}

/** A page for staff, whose head is made of its title. */
export interface TitledModule {
  chrome: PageChrome & { title: string };
}

/** The `.head.ts` beside a page. */
export interface HeadModule<N extends PageName = PageName> {
  head: (props: PageProps[N], site: Site, url: string) => Head;
}

/** Wait before a page that was just shown is scrolled to the element that its address names, in milliseconds. */
export const arrivalDelay = ({ chrome }: Pick<PageModule, "chrome">): number =>
  chrome?.arrivalDelay ?? 600;

/** Returns the id of the element that a page's query asks for, or null. */
export const arrivalTarget = ({ chrome }: Pick<PageModule, "chrome">, url: string): string | null =>
  chrome?.arrivalTarget?.(new URL(url, location.href).searchParams) ?? null;
