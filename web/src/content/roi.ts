/** Texts of the calculator on the services page. */
export const ROI = {
  title: { before: "What is page one ", found: "worth", after: "?" },
  result: "Potential monthly value",
  today: "Monthly value today",
  increase: "Extra monthly value",
  yearlyToday: "Yearly value today",
  yearlyPotential: "Potential yearly value",
  chart: "Twelve months, added up",
  table: "Figures as a table",
  action: { label: "Start Now", href: "/contact" },
  note: "Illustrative: an estimate from your own figures, not a promise. Visitors × conversion rate × transaction value, with and without the improvement.",
  noScripts: "The sliders need JavaScript. The figures shown here are for a typical small shop.",
} as const;
