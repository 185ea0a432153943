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

/** Pages whose social card the server renders (server/src/http/discovery/card.rs). */
const WITH_CARD = ["/", "/about", "/services", "/seo", "/contact", "/blog", "/privacy"];
/** Without this, Google shows small images, and none in Discover. */
const LISTED = "max-image-preview:large";
const DEFAULT_IMAGE = "/images/og-default.png";
/** Size of the cards that the server renders for social networks. */
export const CARD_SIZE: Size = { width: 1200, height: 630 };

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

export interface PageHeadInput {
  /** Path, with the query that is part of the page's identity ("/blog?page=2"). The default of `canonical`. */
  path: string;
  /** 30 to 60 characters. */
  title: string;
  /** 121 to 155 characters. */
  description: string;
  /** Another address of the same content; null for pages without one, such as errors. */
  canonical?: string | null;
  /** "noindex, follow"; nothing for indexable pages, which allow large images. */
  robots?: string | null;
  /** Image for social networks. Default: the page's card. */
  image?: string | null;
  /** Size of `image`; null if unknown. Default: the size of a card. */
  imageSize?: Size | null;
  imageAlt?: string;
  /** Open Graph type. Default "website". */
  type?: "website" | "article" | "profile";
  /** Steps from the home page, which is added, to this page. If absent, there is no breadcrumb. */
  crumbs?: Breadcrumb[];
  /** More specific types of the page in structured data: "AboutPage". */
  pageTypes?: string[];
  mainEntity?: { "@id": string };
  /** When a profile page was created and last changed, RFC 3339. */
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
  /** Nodes other than organisation, page and breadcrumb. */
  jsonLd?: JsonLdNode[];
}

/** Returns the social card of a page, regardless of its query. */
function cardOf(address: string): string {
  const { path } = splitUrl(address);
  if (!WITH_CARD.includes(path)) return DEFAULT_IMAGE;
  return `/cards/page/${path.slice(1) || "home"}.png`;
}

/**
 * Returns the head of a page: Open Graph, X card, canonical link and one graph of structured data. All URLs are
 * absolute.
 */
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
      // Open Graph requires the address of a profile.
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
      // The page's `isPartOf` refers to the site, so its node must be in the same graph.
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
