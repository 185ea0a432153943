export const ABOUT_HERO = {
  badge: "Progressive SEO",
  title: { before: "Developing the Brands of ", found: "Tomorrow" },
  lead: "A local consultancy that grew into a structured methodology for enterprise brands. Still led by its founder.",
  action: "Build Your Plan",
} as const;

/** The record card of the hero: years and events; `current` is highlighted. */
export const RECORD = [
  { year: "2005", entry: "Started in digital marketing" },
  { year: "2011", entry: "Agency founded", current: true },
  { year: "2015", entry: "Agency training programme" },
  { year: "2020", entry: "Enterprise and global" },
  { year: "Next", entry: "Answer engines" },
] as const;

/** The company in two sentences. */
export const INTRO = {
  before:
    "We help people find the businesses that deserve to be found. Everything we do, from log files to headlines, serves ",
  match: "one result",
  after: ": when your customer asks, the answer is yours.",
} as const;

export const STORY = {
  title: "Our Core Story",
  paragraphs: [
    "Working in digital marketing since 2005 has taught us one thing: the page with the best answer deserves to come up first. The agency followed in 2011, founded for a select group of clients who wanted the reasons as well as the results.",
    "We were selected for a search provider's agency training programme, and took part from 2015 to 2017. The habits stuck: write it down, test it, mark what worked. That discipline is now the methodology that enterprise teams use to keep their work findable.",
  ],
  cards: [
    {
      path: "evolution",
      title: "Our Evolution",
      text: {
        before: "From pay-per-click to ",
        match: "organic search",
        after: " to answer engines: the channel has changed twice, but the question never has.",
      },
    },
    {
      path: "approach",
      title: "Approach to Search",
      text: {
        before: "Read what the crawler reads. Fix the ",
        match: "smallest thing",
        after: " that makes the biggest difference. Show our working.",
      },
    },
  ],
} as const;

export const BEGINNINGS = {
  title: { before: "New ", found: "Beginnings" },
  lead: "Every project starts with the same four steps, in this order.",
  steps: [
    {
      step: 1,
      title: "Listen",
      content:
        "What you sell, who buys it and what a good enquiry looks like. We write it down in your words, so every later decision can be checked against them.",
      image: "/images/beginnings/listen.svg",
      alt: "A conversation in which one answer is highlighted",
      icon: "compass",
    },
    {
      step: 2,
      title: "Crawl",
      content:
        "Evidence before opinion: logs, templates, rendered pages and the queries you already appear for.",
      image: "/images/beginnings/crawl.svg",
      alt: "A search that has highlighted one line of a log",
      icon: "scan-search",
    },
    {
      step: 3,
      title: "Build",
      content:
        "We ship fixes and pages in order of return, working with your developers and editors rather than around them.",
      image: "/images/beginnings/build.svg",
      alt: "A page under construction with its next part highlighted, beside a half-ticked list",
      icon: "pen-tool",
    },
    {
      step: 4,
      title: "Be found",
      content:
        "Positions, citations and enquiries in one report. We repeat what worked and drop what didn't.",
      image: "/images/beginnings/found.svg",
      alt: "Search results in shrinking sizes, the first of them highlighted",
      icon: "flag",
    },
  ],
} as const;

/** The company's history; `now` is the entry still in progress. */
export const TIMELINE = {
  title: { before: "The crawl ", found: "so far" },
  entries: [
    {
      years: ["2011", "2015"],
      content: "Founded for a select group of clients.",
      position: "left",
    },
    {
      years: ["2015", "2017"],
      content: "Selected as a top 30 pay-per-click agency by a search giant.",
      position: "right",
    },
    {
      years: ["2020", "2025"],
      content: "Led SEO for enterprise brands in global markets.",
      position: "left",
    },
    {
      years: ["Tomorrow"],
      content: "Generative AI, LLM-driven insight and automation.",
      position: "right",
      now: true,
    },
  ],
} as const;

export const INSIGHTS = {
  title: { before: "Technical SEO ", found: "Insights" },
  lead: "Inside the Index covering SEO news and algorithmic updates.",
} as const;

/** The alternative to the plan builder: a conversation. */
export const VIDEO_CALL = {
  text: "Rather talk it through? The discovery call is free and takes 20 minutes.",
  action: "Book a Video Call",
} as const;

/** Shown if the plan builder cannot be loaded. */
export const PLAN_UNAVAILABLE =
  "Plan builder temporarily unavailable. Reload the page to try again, or contact us directly.";

/** Shown if an image of the page cannot be loaded. */
export const MISSING_IMAGE = "Sorry image not available";
