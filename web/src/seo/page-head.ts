import type { Site } from "../generated/api";
import type { Head, HeadLink, HeadMeta } from "../lib/page";
import { splitUrl } from "../lib/url";
import { absoluteUrl } from "./absolute-url";
import {
  type Breadcrumb,
  breadcrumbs,
  type JsonLdNode,
  organization,
  webPage,
  website,
} from "./json-ld";

/** Pages whose social card the server draws (server/src/http/discovery/card.rs). */
const WITH_CARD = ["/", "/about", "/services", "/seo", "/contact", "/blog", "/privacy"];
/** Without it Google shows small pictures, and none in Discover. */
const LISTED = "max-image-preview:large";
const DEFAULT_IMAGE = "/images/og-default.png";
/** What social networks show above the words; the size of the cards that the server draws. */
export const CARD_SIZE: Size = { width: 1200, height: 630 };

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

export interface PageHeadInput {
  /** Path, with the query that belongs to the page's identity ("/blog?page=2"). Canonical unless said otherwise. */
  path: string;
  /** 30 to 60 characters. */
  title: string;
  /** 121 to 155 characters. */
  description: string;
  /** Another address of the same content; null for pages that have none, such as errors. */
  canonical?: string | null;
  /** "noindex, follow"; nothing for pages that may be indexed, which allow large pictures. */
  robots?: string | null;
  /** What social networks show; the page's card when absent. */
  image?: string | null;
  /** The size of `image`; null where it is not known, a card's when absent. */
  imageSize?: Size | null;
  imageAlt?: string;
  /** Open Graph type. Default "website". */
  type?: "website" | "article" | "profile";
  /** Steps between the home page and this one, this one last; the home page is added. None: no breadcrumb. */
  crumbs?: Breadcrumb[];
  /** Narrower types of the page in structured data: "AboutPage". */
  pageTypes?: string[];
  mainEntity?: { "@id": string };
  /** When a profile page was made and last changed, RFC 3339. */
  dates?: { created: string; modified: string };
  /** Times, authors and tags of an article. */
  article?: {
    published: string | null;
    modified: string;
    author: { name: string; url?: string | null };
    section: string;
    tags: string[];
  };
  keywords?: string[];
  meta?: HeadMeta[];
  /** Preloads, prev, next. */
  links?: HeadLink[];
  /** Nodes beside organisation, page and breadcrumb. */
  jsonLd?: JsonLdNode[];
}

/** The social card of a page, whatever its query. */
function cardOf(address: string): string {
  const { path } = splitUrl(address);
  if (!WITH_CARD.includes(path)) return DEFAULT_IMAGE;
  return `/cards/page/${path.slice(1) || "home"}.png`;
}

/** The head of a page: Open Graph, X card, canonical and one graph of structured data. Absolute URLs throughout. */
export function pageHead(site: Site, input: PageHeadInput): Head {
  const { title, description, path, article } = input;
  const canonical = input.canonical === null ? null : absoluteUrl(site, input.canonical ?? path);
  const image = absoluteUrl(site, input.image ?? cardOf(path));
  const imageAlt = input.imageAlt ?? title;
  const { imageSize = CARD_SIZE, crumbs = [] } = input;

  const meta: HeadMeta[] = [
    { property: "og:site_name", content: site.name },
    { property: "og:locale", content: "en_GB" },
    { property: "og:image:alt", content: imageAlt },
    ...(imageSize
      ? [
          { property: "og:image:width", content: String(imageSize.width) },
          { property: "og:image:height", content: String(imageSize.height) },
        ]
      : []),
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    ...(description ? [{ name: "twitter:description", content: description }] : []),
    { name: "twitter:image", content: image },
    { name: "twitter:image:alt", content: imageAlt },
  ];
  if (article) {
    meta.push({ name: "author", content: article.author.name });
    if (article.published)
      meta.push({ property: "article:published_time", content: article.published });
    meta.push(
      { property: "article:modified_time", content: article.modified },
      // The address of a profile, by the protocol.
      ...(article.author.url
        ? [{ property: "article:author", content: absoluteUrl(site, article.author.url) }]
        : []),
      { property: "article:section", content: article.section },
      ...article.tags.map((tag) => ({ property: "article:tag", content: tag })),
    );
  }
  if (input.keywords?.length) meta.push({ name: "keywords", content: input.keywords.join(", ") });

  return {
    title,
    description,
    canonical,
    robots: input.robots ?? LISTED,
    og: { type: input.type ?? "website", title, description, image, url: canonical },
    meta: [...meta, ...(input.meta ?? [])],
    links: input.links ?? [],
    json_ld: [
      organization(site),
      // Pages refer to the site as what they are part of: the node must stand in their graph too.
      website(site),
      webPage(site, {
        path,
        title,
        description,
        types: input.pageTypes,
        image: input.image,
        hasBreadcrumb: crumbs.length > 0,
        mainEntity: input.mainEntity,
        dates: input.dates,
      }),
      ...(crumbs.length > 0
        ? [breadcrumbs(site, path, [{ name: "Home", path: "/" }, ...crumbs])]
        : []),
      ...(input.jsonLd ?? []),
    ],
  };
}
