/** Prints the plan without the rest of the page, which plan.css hides. */
export function printPlan(): void {
  const page = document.documentElement;
  page.dataset.print = "plan";
  window.addEventListener("afterprint", () => delete page.dataset.print, { once: true });
  window.print();
}
