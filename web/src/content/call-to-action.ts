/** The closing banner of every page. */
export const CALL_TO_ACTION = {
  title: { before: "Ready to Transform Your ", found: "Brand?" },
  lead: "Use the Strategy Builder to create a custom plan for your site.",
  action: "Build Your Plan",
} as const;
