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

/** The editor's own nodes, when their field holds JSON-LD; nodes of a `@graph` are taken one by one. */
export function editorNodes(schema: string): JsonLdNode[] {
  if (schema.trim() === "") return [];
  try {
    const parsed: unknown = JSON.parse(schema);
    const list = Array.isArray(parsed) ? parsed : [parsed];
    return list.flatMap((item: unknown) => {
      if (typeof item !== "object" || item === null) return [];
      const { "@context": _context, "@graph": graph, ...node } = item as Record<string, unknown>;
      const nodes = Array.isArray(graph) ? (graph as unknown[]) : [node];
      return nodes.filter(isNode);
    });
  } catch {
    return [];
  }
}

function isNode(value: unknown): value is JsonLdNode {
  return typeof value === "object" && value !== null && "@type" in value;
}

/** The address of one page of an article; the first carries no number. */
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
  // Social networks draw neither SVG nor AVIF, and shrink what is smaller than a card.
  const isDrawn = image !== null && !isSmall && !/\.(?:svg|avif)$/i.test(image);
  const isPaged = post.page > 1;
  const isElsewhere =
    post.canonical_url !== "" && post.canonical_url !== absoluteUrl(site, post.url);
  const published = post.published_date ?? post.created_at;
  // A scheduled post was last written before it appeared.
  const modified = laterOf(post.updated_at, published);
  return pageHead(site, {
    path,
    title: pagedTitle(post.meta_title, post.page),
    description: pagedDescription(summary, post.page, post.pages),
    // The first page may stand elsewhere too; a later page is only ever itself.
    canonical: isPaged ? path : post.canonical_url || path,
    // What search engines find elsewhere they find there as a whole.
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
