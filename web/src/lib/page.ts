import type { FormOutcome, PageProps, Site } from "../generated/api";

/** A `<link>` that belongs to a page: a preload, or a neighbour in a series. */
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
}

/** A `<meta>` beyond description, robots and Open Graph. */
export interface HeadMeta {
  name?: string;
  property?: string;
  content: string;
}

/** What a page says about itself; made by its `head()` on the server, applied by the client on navigation. */
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
  /** Null in a full document's data block: the document's `<head>` has it already. */
  head: Head;
  /** Names the build: another one needs a full load. */
  version: string;
  site?: Site;
  /** What became of a form posted without scripts. */
  form?: FormOutcome | null;
  /** It may only be shown in its own document, whose policy allows more than others do. */
  needs_document?: true;
}

/** A page as the server sends it. `site` comes with a full document only: the client keeps it. */
export type Page<N extends PageName = PageName> = { [K in N]: PageOf<K> }[N];

/** What `/_data/…` answers in a page's place. */
export interface PageRedirect {
  redirect: string;
  replace: boolean;
}
