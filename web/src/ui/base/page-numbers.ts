/**
 * The numbers a pagination shows: first, last, the current one and its neighbours; null stands for a gap.
 * A gap of one page is shown as that page.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, pages, page - 1, page, page + 1]);
  if (page <= 4) for (let n = 2; n <= 4; n++) shown.add(n);
  if (page >= pages - 3) for (let n = pages - 3; n < pages; n++) shown.add(n);
  const numbers = [...shown].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b);
  const result: (number | null)[] = [];
  let last = 0;
  for (const number of numbers) {
    if (number - last === 2) result.push(number - 1);
    else if (number - last > 2) result.push(null);
    result.push(number);
    last = number;
  }
  return result;
}
