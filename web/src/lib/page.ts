import type { FormOutcome, PageProps, Site } from "../generated/api";

/** A `<link>` that belongs to a page: a preload, the previous or next page of a series, or a part to wait for. */
export interface HeadLink {
  rel: string;
  href: string;
  title?: string;
  as?: string;
  type?: string;
  media?: string;
  imagesrcset?: string;
  imagesizes?: string;
  fetchpriority?: string;
  crossorigin?: string;
  blocking?: string;
}

/** A `<meta>` beyond description, robots and Open Graph. */
export interface HeadMeta {
  name?: string;
  property?: string;
  content: string;
}

/** The metadata of a page; made by its `head()` on the server, applied by the client on navigation. */
export interface Head {
  title: string;
  description: string;
  canonical: string | null;
  robots: string | null;
  og: {
    type: string;
    title: string;
    description: string;
    image: string | null;
    url: string | null;
  };
  meta: HeadMeta[];
  links: HeadLink[];
  /** The nodes of the page's one `@graph`. */
  json_ld: unknown[];
}

/** The name of a page: its path under `src/pages` without the extension. */
export type PageName = keyof PageProps;

interface PageOf<N extends PageName> {
  component: N;
  props: PageProps[N];
  /** Path and query. */
  url: string;
  /** Null in the data block of a full document, whose `<head>` already has it. */
  head: Head;
  /** Id of the build: a page of another build needs a full load. */
  version: string;
  site?: Site;
  /** Result of a form posted without JavaScript. */
  form?: FormOutcome | null;
  /** Whether the page may only be shown in a separate document, whose policy allows more than others. */
  needs_document?: true;
}

/** A page as the server sends it. `site` is only part of a full document: the client keeps it. */
export type Page<N extends PageName = PageName> = { [K in N]: PageOf<K> }[N];

/** The response of `/_data/…` for a redirected address. */
export interface PageRedirect {
  redirect: string;
}
