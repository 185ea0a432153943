/** The shapes in which the server draws a post's picture; the first is what social networks show. */
export type CardShape = "social" | "16x9" | "4x3" | "1x1";

/** Root-relative address of a post's picture in a shape. */
export const cardImage = (slug: string, shape: CardShape): string => `/cards/${shape}/${slug}.png`;
