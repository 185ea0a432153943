/** A stage of the roadmap. */
export interface RoadmapItem {
  id: string;
  title: string;
  /** When it is due: "Month 3". */
  date: string;
  content: string;
  category: string;
  icon: "search" | "listTree" | "target" | "gauge" | "zap";
  /** Stages that this one depends on or prepares. */
  relatedIds: readonly string[];
  status: "completed" | "in-progress" | "pending";
  /** Progress, in percent. */
  energy: number;
}

/** Texts of the statuses. */
export const STATUS_TEXT: Record<RoadmapItem["status"], string> = {
  completed: "COMPLETE",
  "in-progress": "IN PROGRESS",
  pending: "PENDING",
};

export const ROADMAP = {
  title: { before: "The road to ", found: "position one" },
  lead: "Five stages over ten months. Choose one to see what it involves.",
  energy: "Progress",
  related: "Linked to",
  pause: "Pause rotation",
  resume: "Start rotation",
} as const;

export const ROADMAP_ITEMS: readonly RoadmapItem[] = [
  {
    id: "visibility-analysis",
    title: "Visibility Analysis",
    date: "Month 1",
    content:
      "Find out where you stand: which searches you appear for, which your competitors appear for, and what each is worth.",
    category: "Discovery",
    icon: "search",
    relatedIds: ["seo-audits"],
    status: "completed",
    energy: 100,
  },
  {
    id: "seo-audits",
    title: "SEO Audits",
    date: "Month 2",
    content: "Read logs, crawl and index side by side, then list every fault, most urgent first.",
    category: "Audit",
    icon: "listTree",
    relatedIds: ["visibility-analysis", "keyword-intelligence"],
    status: "completed",
    energy: 90,
  },
  {
    id: "keyword-intelligence",
    title: "Keyword Intelligence",
    date: "Month 3",
    content: "Group the questions your buyers ask, then decide which page should answer each one.",
    category: "Research",
    icon: "target",
    relatedIds: ["seo-audits", "core-web-vitals"],
    status: "in-progress",
    energy: 60,
  },
  {
    id: "core-web-vitals",
    title: "Core Web Vitals",
    date: "Month 6",
    content:
      "Bring loading, response and layout within budget on the templates that earn, and keep them there.",
    category: "Performance",
    icon: "gauge",
    relatedIds: ["keyword-intelligence", "site-launch"],
    status: "pending",
    energy: 30,
  },
  {
    id: "site-launch",
    title: "Site Launch",
    date: "Month 10",
    content:
      "Ship the new structure with its redirects in place, and watch the logs until crawlers have caught up.",
    category: "Launch",
    icon: "zap",
    relatedIds: ["core-web-vitals"],
    status: "pending",
    energy: 10,
  },
];
