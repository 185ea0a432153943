import { cardImage } from "../../features/public/blog/card-image";
import { pagedDescription, pagedTitle } from "../../features/public/blog/paged-words";
import type { BlogPostProps, PostView, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { plainTitle } from "../../lib/plain-title";
import { withQuery } from "../../lib/url";
import { absoluteUrl } from "../../seo/absolute-url";
import { feedLink } from "../../seo/feed-link";
import { blogPosting, type JsonLdNode } from "../../seo/json-ld";
import { laterOf } from "../../seo/later-of";
import { CARD_SIZE, pageHead } from "../../seo/page-head";

/** Returns the editor's own nodes if their field contains JSON-LD. The nodes of a `@graph` are returned one by one. */
export function editorNodes(schema: string): JsonLdNode[] {
  if (schema.trim() === "") return [];
  try {
    const parsed: unknown = JSON.parse(schema);
    const list = Array.isArray(parsed) ? parsed : [parsed];
    return list.flatMap((item: unknown) => {
      if (typeof item !== "object" || item === null) return [];
      const { "@context": _context, "@graph": graph, ...node } = item as Record<string, unknown>;
      const nodes: unknown[] = graph === undefined ? [node] : [graph].flat();
      return nodes.filter(isNode);
    });
  } catch {
    return [];
  }
}

function isNode(value: unknown): value is JsonLdNode {
  return typeof value === "object" && value !== null && "@type" in value;
}

/** Returns the address of a page of an article; the first has no number. */
const pagePath = (post: PostView, page: number): string =>
  withQuery(post.url, { page: page > 1 ? page : null });

export function head({ post }: BlogPostProps, site: Site): Head {
  const headline = plainTitle(post.title);
  const summary = post.meta_description;
  const path = pagePath(post, post.page);
  const image = post.featured_image ?? post.thumbnail_image;
  const picture = post.featured_image ? post.featured_picture : post.thumbnail_picture;
  const isSmall =
    !!picture && (picture.width < CARD_SIZE.width || picture.height < CARD_SIZE.height);
  // Social networks show neither SVG nor AVIF, and shrink images that are smaller than a card.
  const isDrawn = image !== null && !isSmall && !/\.(?:svg|avif)$/i.test(image);
  const isPaged = post.page > 1;
  const isElsewhere =
    post.canonical_url !== "" && post.canonical_url !== absoluteUrl(site, post.url);
  const published = post.published_date ?? post.created_at;
  // For a scheduled post, the last change precedes the publication.
  const modified = laterOf(post.updated_at, published);
  return pageHead(site, {
    path,
    title: pagedTitle(post.meta_title, post.page),
    description: pagedDescription(summary, post.page, post.pages),
    // The first page may be canonical elsewhere; later pages exist only here.
    canonical: isPaged ? path : post.canonical_url || path,
    // If the article is canonical elsewhere, search engines find all of it there.
    robots: isPaged && isElsewhere ? "noindex, follow" : null,
    image: isDrawn ? image : cardImage(post.slug, "social"),
    ...(isDrawn && { imageSize: picture ?? null }),
    imageAlt: headline,
    type: "article",
    crumbs: [
      { name: "Blog", path: "/blog" },
      { name: headline, path },
    ],
    mainEntity: { "@id": `${absoluteUrl(site, post.url)}#article` },
    article: {
      published,
      modified,
      author: post.author_profile,
      section: post.category,
      tags: post.tags,
    },
    keywords: post.tags,
    links: [
      feedLink(site),
      ...(post.page > 1
        ? [{ rel: "prev", href: absoluteUrl(site, pagePath(post, post.page - 1)) }]
        : []),
      ...(post.page < post.pages
        ? [{ rel: "next", href: absoluteUrl(site, pagePath(post, post.page + 1)) }]
        : []),
    ],
    jsonLd: [
      blogPosting(site, {
        path: post.url,
        headline,
        description: summary,
        images: [
          ...(image ? [image] : []),
          ...(["16x9", "4x3", "1x1"] as const).map((shape) => cardImage(post.slug, shape)),
        ],
        published,
        modified,
        author: post.author_profile,
        wordCount: post.word_count,
        keywords: post.tags,
        section: post.category,
      }),
      ...editorNodes(post.schema),
    ],
  });
}
