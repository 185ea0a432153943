/** A term of search engine optimisation. */
export interface SeoCard {
  term: string;
  category: string;
  description: string;
  whyItMatters: string;
}

export const SEO_CARDS: readonly SeoCard[] = [
  {
    term: "Impressions",
    category: "Search Visibility",
    description: "How often one of your pages was shown in search results, clicked or not.",
    whyItMatters:
      "Many impressions and few clicks mean that you are seen and passed over. You need a better title, not a new page.",
  },
  {
    term: "Backlinks",
    category: "Authority",
    description: "Links to your site from other sites. Search engines read them as references.",
    whyItMatters:
      "One link from a site that your buyers read outweighs a hundred from directories that nobody reads.",
  },
  {
    term: "Click-Through Rate",
    category: "Engagement",
    description: "The share of people who saw your result and chose it.",
    whyItMatters:
      "It is the cheapest traffic there is: the position is already yours, and only two lines of text need work.",
  },
  {
    term: "Crawl Budget",
    category: "Search Engine Behavior",
    description:
      "The number of pages a search engine is willing to fetch from your site in a given period.",
    whyItMatters:
      "Large sites waste it on filters, duplicates and redirects. Pages that are never fetched can never be found.",
  },
  {
    term: "Canonical Tag",
    category: "Technical SEO",
    description:
      "A line in a page's head that names the address to index when several show the same content.",
    whyItMatters:
      "Without it, the search engine chooses for you, and splits links and signals between copies while it makes up its mind.",
  },
  {
    term: "Internal Linking",
    category: "Site Structure",
    description: "The links between your own pages, and the words they use.",
    whyItMatters:
      "They tell crawlers what exists and which page matters most. A page that nothing links to is a rumour.",
  },
  {
    term: "Interaction to Next Paint",
    category: "UX / Performance",
    description: "How long a page takes to respond visibly to a tap, a click or a key press.",
    whyItMatters:
      "Under 200 milliseconds feels instant. Past 500, people tap again, then go elsewhere.",
  },
  {
    term: "Pogo-Sticking",
    category: "UX / Behavior",
    description: "When a visitor goes back to the results within seconds and picks another one.",
    whyItMatters:
      "The page did not deliver what its title promised. Rewrite one or the other, so that they agree.",
  },
  {
    term: "Schema Markup",
    category: "SERP Enhancement",
    description: "Machine-readable facts in a page: products, prices, people, opening hours.",
    whyItMatters:
      "It is how a plain result gets its price, its image and its stars, and how machines quote you without guessing.",
  },
  {
    term: "Noindex",
    category: "Technical SEO",
    description: "An instruction that keeps a page out of the index while people can still use it.",
    whyItMatters:
      "Left in place after a launch, it hides the best page you have. It is the first thing we look for when traffic falls overnight.",
  },
  {
    term: "E-E-A-T",
    category: "Authority",
    description:
      "Experience, expertise, authoritativeness and trust: what search quality raters look for.",
    whyItMatters:
      "Name the author, show the work, cite the source. Pages that anyone could have written rank accordingly.",
  },
  {
    term: "Zero-Click Searches",
    category: "SERP Trends",
    description: "Searches that are answered on the results page and end there.",
    whyItMatters:
      "Some visits are gone for good. Be the source that is quoted, and put your effort into the queries that still end in a click.",
  },
];

export const ENGINE_ROOM = {
  title: { before: "The Engine ", found: "Room" },
  lead: "Twelve ideas that decide whether a page is found. Save the ones your site needs.",
  explore: "Explore SEO Cards",
  fixList: "Your SEO Fix List",
  why: "Why it matters",
  kept: "Saved cards stay in this browser, under Your SEO Fix List.",
  notKept:
    "Your browser won't let us save anything, so your list will be lost when you leave this page.",
  empty: "Your fix list is empty. Save a card and it will appear here.",
  send: "Send the list to yourself",
  withoutScripts: "With JavaScript off you can't save cards, so we'll email you all twelve.",
  audit: { lead: "Would you rather we did it?", action: "Book an SEO Audit" },
} as const;

/** Messages of the fix list. */
export const FIX_LIST_MESSAGES = {
  sent: "Your SEO Fix List has been sent to your email!",
  failed: "Failed to send your fix list. Please try again.",
  downloaded: "Your SEO Fix List has been downloaded!",
  noEmail: "Please enter your email address",
  nothingToSend: "No cards saved to send",
  nothingToDownload: "No cards saved to download",
} as const;
