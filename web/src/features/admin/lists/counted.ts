/** Returns a number with its noun: "1 post", "2 posts". */
export const counted = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;
