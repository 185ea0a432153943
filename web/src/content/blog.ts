/** Title (30–60 characters with " | " and a page number) and description (121–155) of a listing. */
export interface ListingWords {
  title: string;
  description: string;
}

export const LISTING: ListingWords = {
  title: "The Crawl Log: Latest SEO Insights & Analysis",
  description:
    "SEO updates worth reading: what search engines changed, what it means for your pages and what to do about it. Field notes from a UK consultancy.",
};

/** Texts of the eight category pages, by the category's name. */
export const CATEGORY_PAGES: Readonly<Record<string, ListingWords>> = {
  "Technical SEO": {
    title: "Technical SEO Articles: Crawl, Render, Index",
    description:
      "Technical SEO explained from the log file up: crawling, rendering, indexing, canonicals and speed, with the fixes that are worth a developer's day.",
  },
  "Algorithm Updates": {
    title: "Algorithm Updates: What Changed and Why",
    description:
      "Google core updates and smaller changes, read without panic: what moved, which page types it touched and what a calm first month looks like for you.",
  },
  "Content Strategy": {
    title: "Content Strategy for Search: Articles",
    description:
      "Content strategy that editors will actually use: topic maps, briefs, refreshes and consolidation, one page for each question, and an owner for it.",
  },
  "Link Building": {
    title: "Link Building Articles: Earned Authority",
    description:
      "Link building without the spam: internal links, digital PR, mentions worth recovering and links worth removing. Written for UK brands.",
  },
  "Local SEO": {
    title: "Local SEO Articles for UK Businesses",
    description:
      "Local SEO for shops, surgeries and branches: business profiles, location pages, reviews and the map results that now sit beneath an AI overview.",
  },
  "Analytics & Data": {
    title: "SEO Analytics & Data: Measuring Search",
    description:
      "Analytics for SEO teams: logs, Search Console, consent-aware tracking and searches that end without a click. Figures your board will believe.",
  },
  "E-commerce SEO": {
    title: "E-commerce SEO Articles: Shops and Facets",
    description:
      "E-commerce SEO in practice: facets, product schema, feeds, out-of-stock pages and category copy, and how to stop filters eating your crawl budget.",
  },
  "Mobile SEO": {
    title: "Mobile SEO Articles: Speed and Small Screens",
    description:
      "Mobile SEO for mobile-first indexing: content parity, Core Web Vitals on real devices, tap targets and the scripts that cost you visitors.",
  },
};

export const BLOG_HERO = {
  title: { before: "Inside the ", found: "Index" },
  lead: "Stay ahead of the click.",
  action: "Explore Insights",
} as const;

/** The index of a book, drawn in the hero: term, page, and whether it is marked. Decorative. */
export const BOOK_INDEX: readonly (readonly [term: string, page: number, marked?: true])[] = [
  ["Anchor text", 214],
  ["Answer engines", 1, true],
  ["Breadcrumbs", 88],
  ["Canonical tag", 31],
  ["Core updates", 12],
  ["Crawl budget", 4, true],
  ["E-E-A-T", 56],
  ["Entities", 23],
  ["Facets", 140],
  ["Hreflang", 97],
  ["Index coverage", 9, true],
  ["INP", 41],
  ["Internal links", 17],
  ["JSON-LD", 63],
  ["Local pack", 29],
  ["Log files", 2, true],
  ["Migrations", 118],
  ["Noindex", 75],
  ["Orphan pages", 51],
  ["Redirects", 38],
  ["Robots.txt", 20],
  ["Schema", 44],
  ["Sitemaps", 33],
  ["Zero-click", 6],
];
