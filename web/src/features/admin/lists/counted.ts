/** Returns a number with its noun: "1 post", "2 posts", "3 categories". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
