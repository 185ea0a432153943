export type Goal = "visibility" | "traffic" | "performance" | "authority" | "conversion";
export type Timeframe = "short" | "medium" | "long";
export type Budget = "small" | "medium" | "large";

/** A question of the service selector. */
export interface SelectorQuestion {
  id: "goal" | "timeframe" | "budget";
  title: string;
  options: readonly { value: string; label: string; note: string }[];
}

export const SERVICE_SELECTOR = {
  title: { before: "Three questions. One\u00a0", found: "recommendation", after: "." },
  lead: "Tell us the goal, the timeframe and the budget. We'll name the service we'd start with, and say why.",
  shortcut: "Skip the questions and ask us",
  withoutScripts:
    "The recommendation needs JavaScript. Send us your three answers on the contact page and a person will reply.",
  questions: [
    {
      id: "goal",
      title: "What is your main goal?",
      options: [
        { value: "visibility", label: "Visibility", note: "be seen in search" },
        { value: "traffic", label: "Traffic", note: "more of the right visits" },
        { value: "performance", label: "Performance", note: "a faster, cleaner site" },
        { value: "authority", label: "Authority", note: "be the cited source" },
        { value: "conversion", label: "Conversion", note: "visits that become enquiries" },
      ],
    },
    {
      id: "timeframe",
      title: "How soon do you need results?",
      options: [
        { value: "short", label: "Short (1-3 months)", note: "something is on fire" },
        { value: "medium", label: "Medium (3-6 months)", note: "a quarter or two" },
        { value: "long", label: "Long (6+ months)", note: "built to last" },
      ],
    },
    {
      id: "budget",
      title: "What's your budget?",
      options: [
        { value: "small", label: "From £500 - £2,000", note: "small: one job, done well" },
        { value: "medium", label: "From £2,000 - £5,000", note: "medium: found and fixed" },
        { value: "large", label: "From £5,000+", note: "large: a programme" },
      ],
    },
  ] satisfies readonly [SelectorQuestion, SelectorQuestion, SelectorQuestion],
} as const;

/** A recommendation of the selector. */
export interface Recommendation {
  service: string;
  description: string;
  features: readonly [string, string, string];
}

/** Specific recommendations, by goal-timeframe-budget. */
export const RECOMMENDATIONS: Readonly<Record<string, Recommendation>> = {
  "visibility-short-small": {
    service: "Technical SEO Audit",
    description:
      "Before anyone writes another word, find out what is keeping your existing pages out of the index. Nothing is quicker, or does more for a small budget.",
    features: [
      "Crawl, index and log file review",
      "A fix list ranked by what each fix is worth",
      "A call to walk your developers through it",
    ],
  },
  "visibility-short-medium": {
    service: "Technical SEO Implementation",
    description:
      "The audit, and then the fixes. We work in your backlog beside your developers, so that the list gets shorter instead of older.",
    features: [
      "Everything in the technical audit",
      "Fixes specified, shipped and checked in the logs",
      "Positions before and after, query by query",
    ],
  },
  "visibility-short-large": {
    service: "Accelerated Visibility Programme",
    description:
      "Technical fixes, content and links at the same time instead of one after the other. The fastest route we know that we would still be happy to explain to a search engine.",
    features: [
      "Technical fixes and content in parallel sprints",
      "Pages built to be quoted in overviews and answers",
      "A weekly report that names what moved and why",
    ],
  },
};

/** The recommendation for all other combinations of answers. */
export const CUSTOM_STRATEGY: Recommendation = {
  service: "Custom Digital Strategy",
  description:
    "Your answers don't fit a package, which is usually a good sign. We'd start with a plan made for you: what to do first, what to leave alone, and what each step should bring.",
  features: [
    "A review of your site, market and search demand",
    "Steps in order, matched to your time and budget",
    "Measures agreed before the work begins",
  ],
};
