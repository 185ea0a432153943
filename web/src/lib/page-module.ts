import type { ComponentType, ReactNode } from "react";
import type { PageProps, Site } from "../generated/api";
import type { Head, PageName } from "./page";

/** The footer's variant: "short-on-phones" omits most of it there. */
export type FooterVariant = "full" | "short-on-phones";

/** Props of a page's own layout. */
export interface LayoutProps {
  /** The props of the page. */
  pageProps?: object;
  children: ReactNode;
}

/** The layout around a page. Exported by a page as `chrome`; every property has a default. */
export interface PageChrome {
  /** The title of an admin page, to which the site's name is added. Such a page needs no `.head.ts`. */
  title?: string;
  /**
   * "site" (default): navigation and footer. "bare": nothing. A component is rendered around the page: it loads with
   * the pages that use it, and stays mounted between them. It gets the props of the page.
   */
  layout?: "site" | "bare" | ComponentType<LayoutProps>;
  /** Background of the page's first section, over which the navigation bar lies. Default "green". */
  hero?: "green" | "paper";
  /** "full" (default), or "short-on-phones" for pages with a fixed bar at the bottom on phones. */
  footer?: FooterVariant;
  /** Delay before scrolling to the element in the address, in milliseconds. Default 600. */
  arrivalDelay?: number;
  /**
   * Returns the id of the element that a query refers to, such as a tab. A fragment in the address takes precedence.
   */
  arrivalTarget?: (query: URLSearchParams) => string | null;
}

/** A module under `pages/`: the page as default export, and optionally its chrome. */
export interface PageModule<N extends PageName = PageName> {
  default: ComponentType<PageProps[N]>;
  chrome?: PageChrome;
  /** Resolves when the parts are loaded for which hydration waits after a full load. */
  ready?: Promise<unknown>;
}

/** An admin page, whose head is made from its title. */
export interface TitledModule {
  chrome: PageChrome & { title: string };
}

/** The `.head.ts` beside a page. */
export interface HeadModule<N extends PageName = PageName> {
  head: (props: PageProps[N], site: Site, url: string) => Head;
}

/** Returns the delay before a newly shown page scrolls to the element in its address, in milliseconds. */
export const arrivalDelay = ({ chrome }: Pick<PageModule, "chrome">): number =>
  chrome?.arrivalDelay ?? 600;

/** Returns the id of the element that a page's query refers to, or null. */
export const arrivalTarget = ({ chrome }: Pick<PageModule, "chrome">, url: string): string | null =>
  chrome?.arrivalTarget?.(new URL(url, location.href).searchParams) ?? null;
