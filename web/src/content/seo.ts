export const SEO_HERO = {
  title: { before: "SEO That ", found: "Performs" },
  lead: "Technical foundations, content that answers, and a list of fixes you can start today.",
  action: "Learn How to Fix",
} as const;

/** Shown if the cards and the fix list cannot be loaded. */
export const CARDS_UNAVAILABLE = "Cards temporarily unavailable. Reload the page to try again.";

/** The audit drawn in the hero; `fix` marks the line to fix. Decorative. */
export const SEO_CHECKS: readonly { check: string; value: string; fix?: true }[] = [
  { check: "Status", value: "200" },
  { check: "In the sitemap", value: "yes" },
  { check: "Canonical", value: "redirects", fix: true },
  { check: "Words in the HTML", value: "812" },
  { check: "LCP on phones", value: "1.9 s" },
];

export const SEO_INTRO = {
  title: { before: "Technical ", found: "foundations" },
  paragraphs: [
    "Search engines and assistants see a site as files: what they may fetch, how fast it arrives, and whether the words are in it. When any of that fails, the best article in your market is simply not there.",
    "So we start underneath. Once every page that matters can be fetched, rendered and understood, content and links have something to stand on.",
  ],
} as const;

/** A cell of the feature table. `icon` is the name of a public icon. */
export interface Feature {
  icon: "zap" | "trendingUp" | "gauge" | "activity" | "search" | "share2";
  title: string;
  text: string;
}

export const FEATURES: readonly Feature[] = [
  {
    icon: "zap",
    title: "Technical SEO",
    text: "Crawl, render and index paths, tested page type by page type.",
  },
  {
    icon: "trendingUp",
    title: "Data-Driven SEO",
    text: "Decisions from your logs and analytics, not from averages.",
  },
  {
    icon: "gauge",
    title: "Core Web Vitals",
    text: "LCP, INP and CLS budgets held release after release.",
  },
  {
    icon: "activity",
    title: "Algorithm Monitoring",
    text: "Core updates watched daily, with a calm plan for each.",
  },
  {
    icon: "search",
    title: "Keyword Analysis",
    text: "Intent first, volume second, and a page for each question.",
  },
  {
    icon: "share2",
    title: "Semantic SEO",
    text: "Entities and relationships that machines can read.",
  },
];

/** A step of the process; `shortTitle` is for narrow screens. */
export interface ProcessStep {
  number: number;
  title: string;
  shortTitle: string;
  description: string;
}

export const PROCESS = {
  title: { before: "Six steps, in ", found: "order" },
  steps: [
    {
      number: 1,
      title: "Technical Audit",
      shortTitle: "Audit",
      description:
        "Logs, crawl and rendered pages side by side, until we know what search engines see and what they miss.",
    },
    {
      number: 2,
      title: "Strategic SEO",
      shortTitle: "Strategy",
      description:
        "Goals, queries and pages matched one to one. What will be done, in which order, and how we'll know it worked.",
    },
    {
      number: 3,
      title: "Implementation",
      shortTitle: "Implement",
      description:
        "Fixes ship with your developers, ticket by ticket, in order of return. Each one is checked in the logs before it is called done.",
    },
    {
      number: 4,
      title: "Content Building",
      shortTitle: "Content",
      description:
        "Pages for the questions you don't answer yet, and better ones for those you answer badly. Your experts sign them off.",
    },
    {
      number: 5,
      title: "Optimisation",
      shortTitle: "Optimise",
      description:
        "Titles, links, structure and speed tuned on the pages that already earn. Small changes, one at a time, measured.",
    },
    {
      number: 6,
      title: "Monitoring",
      shortTitle: "Monitor",
      description:
        "Positions, citations, logs and vitals watched daily. You hear from us when something moves, and we tell you why.",
    },
  ] satisfies readonly ProcessStep[],
} as const;

/** A benefit of the plans, with details. */
export interface ValueProposition {
  title: string;
  description: string;
  icon: "target" | "users" | "shieldCheck";
  benefits: readonly { title: string; description: string }[];
}

export const CASES = {
  title: { before: "What you get for your ", found: "money" },
  propositions: [
    {
      title: "Work that ships",
      description: "Advice is worth nothing until it's live.",
      icon: "target",
      benefits: [
        {
          title: "Tickets, not slides",
          description: "Each fix names the template, the reason and the test.",
        },
        {
          title: "Ranked by return",
          description: "The change that earns most always comes first.",
        },
        {
          title: "Checked in the logs",
          description: "It isn't done until a crawler has fetched it.",
        },
      ],
    },
    {
      title: "People you can ask",
      description: "The person on the call is the person who does the work.",
      icon: "users",
      benefits: [
        {
          title: "Founder-led",
          description: "Every plan is read by the founder before you see it.",
        },
        {
          title: "Plain English",
          description: "If a report needs a glossary, we rewrite the report.",
        },
        {
          title: "At home with developers",
          description: "We read code and join stand-ups when it helps.",
        },
      ],
    },
    {
      title: "Results you can verify",
      description: "The figures come from your own systems, so you can check them.",
      icon: "shieldCheck",
      benefits: [
        {
          title: "Tied to enquiries",
          description: "We report rankings, then what they earned in pounds.",
        },
        { title: "Yours to keep", description: "Data, documents and accounts stay yours." },
        {
          title: "Honest about misses",
          description: "What didn't work is in the report too.",
        },
      ],
    },
  ] satisfies readonly ValueProposition[],
} as const;

/** A plan. Prices are not shown. */
export interface Plan {
  name: string;
  description: string;
  features: readonly string[];
  action: string;
  popular?: boolean;
}

export const PRICING = {
  title: { before: "Pick a ", found: "pace" },
  plans: [
    {
      name: "Scale",
      description: "For teams that want a steady rhythm.",
      features: ["500 priority keywords", "Quarterly technical audit", "Monthly report and call"],
      action: "Get Started",
    },
    {
      name: "Accelerate",
      description: "For brands with ground to make up.",
      features: [
        "1,000 priority keywords",
        "Rolling technical fixes",
        "Content briefs and digital PR",
        "Fortnightly call",
      ],
      action: "Get Started",
      popular: true,
    },
    {
      name: "Enterprise",
      description: "For large sites, many markets and migrations.",
      features: ["Bespoke keyword tracking", "Embedded specialist", "Log file monitoring"],
      action: "Contact Us",
    },
  ] satisfies readonly Plan[],
} as const;

/** Address of "Book an SEO Audit": the contact options below the plans. */
export const AUDIT = {
  title: "Not sure which plan?",
  lead: "Start with an audit: one list of what's wrong, most urgent first. The plan can wait until you've read it.",
  ask: "Ask for an Audit",
  call: { label: "Book a Video Call", href: "/contact?tab=schedule" },
} as const;
