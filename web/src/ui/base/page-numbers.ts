/**
 * Returns the numbers in a pagination: first, last, the current one and its neighbours; null stands for a gap. A gap of
 * one page is filled with its number.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const from = page > 4 ? Math.min(page - 1, pages - 3) : 1;
  const to = page < pages - 3 ? Math.max(page + 1, 4) : pages;
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (n) => n === 1 || n === pages || (n >= from && n <= to),
  );
  return shown.flatMap((n, index) => {
    const step = n - (shown[index - 1] ?? 0);
    if (step > 2) return [null, n];
    return step > 1 ? [n - 1, n] : n;
  });
}
