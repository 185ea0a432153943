/** How confident the visitor is about a module. */
export type Confidence = "low" | "medium" | "high";

export type GoalId = "leads" | "fix" | "rankings" | "recovery" | "authority";

export type PlanIcon =
  | "badge-check"
  | "book-open"
  | "bot"
  | "folder-tree"
  | "gauge"
  | "key-round"
  | "landmark"
  | "life-buoy"
  | "link"
  | "list-checks"
  | "magnet"
  | "map"
  | "network"
  | "scan-search"
  | "signal"
  | "trending-up"
  | "waypoints"
  | "wrench";

/** A module of a plan. */
export interface PlanModule {
  id: string;
  title: string;
  icon: PlanIcon;
  explanation: string;
  /** The consequences of leaving it out; follows "Without this:". */
  warning: string;
}

/** A visitor's goal, and the modules that it takes. */
export interface PlanGoal {
  id: GoalId;
  title: string;
  icon: PlanIcon;
  explanation: string;
  modules: readonly PlanModule[];
  /** The plan in one sentence: the modules' titles come between the two parts. */
  summary: { before: string; after: string };
}

const keywordStrategy: PlanModule = {
  id: "keyword-strategy",
  title: "Keyword strategy",
  icon: "key-round",
  explanation: "Which searches end in an enquiry, and which of your pages should answer each one.",
  warning:
    "you rank for words that never lead to a sale, while your own pages compete for the ones that do.",
};

const contentMapping: PlanModule = {
  id: "content-mapping",
  title: "Content mapping",
  icon: "map",
  explanation:
    "Every question a buyer asks before they decide, matched to the page that answers it. The gaps become your writing list.",
  warning:
    "you publish what is easy to write and leave the questions that close a sale to your competitors.",
};

const signalOptimisation: PlanModule = {
  id: "signal-optimisation",
  title: "Signal optimisation",
  icon: "signal",
  explanation:
    "Titles, structured data, link text and page experience that all say the same thing about a page.",
  warning: "search engines have to guess what a good page is about, and they guess low.",
};

/** The goals of the guided plan, in order. */
export const GOALS: readonly PlanGoal[] = [
  {
    id: "leads",
    title: "Get More Leads",
    icon: "magnet",
    explanation: "Turn searches by likely customers into enquiries.",
    modules: [keywordStrategy, contentMapping, signalOptimisation],
    summary: {
      before: "To bring in more leads, we work through ",
      after: ", so that people who are ready to buy land on the page that answers them.",
    },
  },
  {
    id: "fix",
    title: "Fix My Site",
    icon: "wrench",
    explanation: "Clear away what crawlers trip over, so that everything else starts to count.",
    modules: [
      {
        id: "technical-seo",
        title: "Technical SEO",
        icon: "gauge",
        explanation:
          "Status codes, rendering, canonicals, redirects and speed: whether crawlers get the same page as your visitors.",
        warning:
          "every improvement is made to pages that may never be fetched, rendered or indexed.",
      },
      {
        id: "site-architecture",
        title: "Site architecture",
        icon: "folder-tree",
        explanation:
          "Sections, depth and navigation arranged so that your most valuable pages are the fewest clicks away.",
        warning:
          "your best pages sit five clicks deep and look unimportant to anything that counts links.",
      },
      {
        id: "crawl-management",
        title: "Crawl management",
        icon: "bot",
        explanation:
          "Robots rules, sitemaps and parameters that point crawlers at the pages worth indexing.",
        warning:
          "crawlers spend their day on filters and duplicates while new pages wait to be seen.",
      },
    ],
    summary: {
      before: "To fix the site, we put ",
      after: " in order first, because a page that can't be crawled can't count.",
    },
  },
  {
    id: "rankings",
    title: "Grow Rankings",
    icon: "trending-up",
    explanation: "Move your existing pages up the results, starting with those that pay.",
    modules: [
      keywordStrategy,
      {
        id: "internal-linking",
        title: "Internal linking",
        icon: "network",
        explanation:
          "Links between your own pages tell crawlers what matters and pass authority to the pages that earn enquiries.",
        warning: "strong pages stay orphaned and your best content competes with itself.",
      },
      contentMapping,
      signalOptimisation,
    ],
    summary: {
      before: "To grow your rankings, we join up ",
      after: ", starting with the pages that are closest to moving.",
    },
  },
  {
    id: "recovery",
    title: "Recover from a Drop",
    icon: "life-buoy",
    explanation: "Find out what dropped, why, and how to win it back.",
    modules: [
      {
        id: "technical-seo",
        title: "Technical SEO audit",
        icon: "scan-search",
        explanation:
          "Logs, releases and rankings on one timeline, until the drop has a date and the date has a cause.",
        warning: "you fix the symptoms and leave the cause of the drop in place.",
      },
      {
        id: "indexing-flow",
        title: "Indexing flow",
        icon: "list-checks",
        explanation:
          "From discovered to crawled to indexed to served: where pages drop out, and what brings them back.",
        warning: "pages that fell out of the index stay out, however good their next version is.",
      },
      signalOptimisation,
    ],
    summary: {
      before: "To recover from the drop, we take ",
      after: " in that order: the cause before the cure.",
    },
  },
  {
    id: "authority",
    title: "Build Topic Authority",
    icon: "landmark",
    explanation: "Become the source that gets quoted, one subject at a time.",
    modules: [
      {
        id: "keyword-strategy",
        title: "Topic cluster model",
        icon: "waypoints",
        explanation:
          "One subject, one pillar page, and a dedicated page for every question around it.",
        warning:
          "your articles overlap: plenty of near misses, and no page that is clearly the answer.",
      },
      {
        id: "internal-linking",
        title: "Semantic linking",
        icon: "link",
        explanation: "Links that explain how two ideas are connected, in words a reader would use.",
        warning: "nobody can tell which page leads and which ones support it.",
      },
      {
        id: "content-mapping",
        title: "Authority content",
        icon: "book-open",
        explanation:
          "Work that only you could publish: your data, your method and your mistakes, with a name attached.",
        warning: "you repeat what ten others said first, and answers quote them instead.",
      },
      {
        id: "signal-optimization",
        title: "E-E-A-T signals",
        icon: "badge-check",
        explanation:
          "Named authors, real credentials, sources and dates: experience and trust that can be checked.",
        warning: "good work looks anonymous, and anonymous work is quoted last.",
      },
    ],
    summary: {
      before: "To own the topic, we take four steps: ",
      after: ". They all serve one subject, until the answer has your name on it.",
    },
  },
];

/** The ratings, with the consequence of each for the work. */
export const CONFIDENCES: readonly { id: Confidence; label: string; note: string }[] = [
  { id: "low", label: "Need Help", note: "We take the lead and show our working." },
  { id: "medium", label: "Some Knowledge", note: "We do this one together." },
  { id: "high", label: "Confident", note: "You lead, we check." },
];

/** Other texts of the plan builder. */
export const PLAN_BUILDER = {
  title: { before: "Guided ", found: "SEO plan" },
  steps: ["Goal", "Strategy", "Plan"],
  goal: "What's your primary SEO goal?",
  change: "Changing the goal resets your answers.",
  strategy: "Building Your Strategy",
  confidence: "How confident are you with this?",
  plan: "Your SEO Plan",
  proceed: "Continue to Next Step",
  book: "Book Your Strategy Call",
  carry: "Include this plan when I get in touch",
  withoutScripts: "The plan builder needs JavaScript. A call does the same job:",
} as const;
