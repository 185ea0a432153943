/** Prints the plan without the page around it; what is left out is said in plan.css. */
export function printPlan(): void {
  const page = document.documentElement;
  page.dataset.print = "plan";
  window.addEventListener("afterprint", () => delete page.dataset.print, { once: true });
  window.print();
}
