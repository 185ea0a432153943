/** A service, as shown on its card. `icon` is the name of a public icon. */
export interface Service {
  id: string;
  icon:
    | "search"
    | "bookOpen"
    | "link"
    | "mapPin"
    | "gauge"
    | "listTree"
    | "globe"
    | "activity"
    | "sparkles"
    | "trendingUp";
  title: string;
  /** One sentence for the structured data and the card. */
  description: string;
  bulletPoints: readonly string[];
}

export const SERVICES_HERO = {
  title: { before: "Built For ", found: "Search" },
  lead: "Ten services, one method: make the page worth finding, then make sure it is found.",
  action: { label: "Calculate Your ROI", href: "#roi-form" },
} as const;

export const SERVICES_LIST = {
  title: "What we do",
  label: "Services",
  unsure: "Not sure which one? Most people aren't at first.",
  ask: { label: "Describe the symptom", href: "/contact" },
} as const;

export const SERVICES_INSIGHTS = {
  title: { before: "From the ", found: "field notes" },
  more: { href: "/blog", label: "All articles" },
} as const;

export const SERVICES: readonly Service[] = [
  {
    id: "technical-seo-audit",
    icon: "search",
    title: "Technical SEO Audit",
    description: "What crawlers fetch, render and index on your site, and what stops them.",
    bulletPoints: ["Log file and crawl analysis", "Index coverage review", "Ranked fix list"],
  },
  {
    id: "content-strategy",
    icon: "bookOpen",
    title: "Content Strategy",
    description: "A page for each question your buyers ask, and an owner for each page.",
    bulletPoints: ["Topic maps", "Briefs editors will use", "Refresh calendar"],
  },
  {
    id: "digital-pr",
    icon: "link",
    title: "Digital PR and Links",
    description: "Coverage and citations from the places your buyers already read.",
    bulletPoints: ["Stories worth citing", "Unlinked mention recovery", "Toxic link review"],
  },
  {
    id: "local-seo",
    icon: "mapPin",
    title: "Local SEO",
    description: "Branches, surgeries and shops that come up for people nearby.",
    bulletPoints: [
      "Business profile management",
      "Distinct location pages",
      "Reviews and citations",
    ],
  },
  {
    id: "core-web-vitals",
    icon: "gauge",
    title: "Core Web Vitals",
    description: "Speed budgets for loading, response and layout that hold after a release.",
    bulletPoints: [
      "Field data by template",
      "Fixes that survive the next build",
      "Budgets in your pipeline",
    ],
  },
  {
    id: "site-architecture",
    icon: "listTree",
    title: "Site Architecture",
    description: "Structure and internal links that tell crawlers and people what matters.",
    bulletPoints: ["Navigation and facets", "Internal link plan", "Duplicate control"],
  },
  {
    id: "international-seo",
    icon: "globe",
    title: "International SEO",
    description: "The right page in the right country, in the language people search in.",
    bulletPoints: ["Hreflang that validates", "Market keyword research", "Domain structure advice"],
  },
  {
    id: "migration-support",
    icon: "activity",
    title: "Migration Support",
    description: "New platform, same positions: planned before, watched during, checked after.",
    bulletPoints: ["Redirect mapping", "Launch day monitoring", "Recovery of lost rankings"],
  },
  {
    id: "answer-engine-optimisation",
    icon: "sparkles",
    title: "Answer Engine Optimisation",
    description: "Pages that overviews and assistants can read, trust and cite.",
    bulletPoints: ["Citation audits", "Structured data", "Text readable without scripts"],
  },
  {
    id: "analytics-and-reporting",
    icon: "trendingUp",
    title: "Analytics and Reporting",
    description: "One report, in plain English, from query to enquiry.",
    bulletPoints: ["Measurement plan", "Consent-aware tracking", "Monthly report and call"],
  },
];
