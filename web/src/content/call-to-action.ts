/** The closing banner of every page. */
export const CALL_TO_ACTION = {
  title: { before: "Ready to Transform Your ", found: "Brand?" },
  lead: "Start with a free 20-minute call. You leave with at least one thing to fix, whoever you choose to fix it.",
  action: "Get Started",
  href: "/contact",
} as const;
