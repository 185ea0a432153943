/** A claim of the home page; `path` is shown in its result line. */
export interface Claim {
  path: string;
  /** The title in parts, of which `match` is marked. */
  title: { before: string; match?: string };
  text: string;
}

export const UVP = {
  title: { before: "Ten blue links became one ", found: "answer", after: "." },
  lead: "Overviews, assistants and snippets now read the page so that people don't have to. Our job is to make sure the page they read is yours.",
  claims: [
    {
      path: "source",
      title: { before: "Become the source that gets ", match: "quoted" },
      text: "Clear, structured, verifiable pages that search engines and language models can cite without guessing.",
    },
    {
      path: "fixes",
      title: { before: "Fix what crawlers trip over" },
      text: "Audits that end in a ranked fix list your developers can start on Monday, not a slide deck.",
    },
    {
      path: "proof",
      title: { before: "Prove it in pounds" },
      text: "Every ranking is tied to the enquiries it brings.",
    },
  ] satisfies readonly Claim[],
  rest: "Nobody scrolls this far. That's rather the point.",
} as const;

/** Texts for the results of clients; the figures are in site.toml. */
export const EVIDENCE = {
  title: { before: "Before, and ", found: "after" },
  before: "Before",
  after: "After",
} as const;

/** A discipline; `diagram` is the name of its drawing. */
export interface Discipline {
  title: string;
  text: string;
  diagram: "log" | "graph" | "budget" | "steps";
}

export const EXCELLENCE = {
  title: { before: "Excellence is a ", found: "crawlable", after: " habit." },
  lead: "Four disciplines, one team, the same standard on page one and page one thousand.",
  disciplines: [
    {
      title: "Crawl and index",
      text: "Log files first. We read what bots actually fetched before we recommend a single change.",
      diagram: "log",
    },
    {
      title: "Content and entities",
      text: "Topics mapped to the questions your buyers ask, then cross-referenced like a good library.",
      diagram: "graph",
    },
    {
      title: "Speed and experience",
      text: "Core Web Vitals budgets that survive your next release, and the one after that.",
      diagram: "budget",
    },
    {
      title: "Measurement",
      text: "One report, in plain English, tied to enquiries and revenue. No vanity graphs.",
      diagram: "steps",
    },
  ] satisfies readonly Discipline[],
} as const;
