/** The aspect ratios of a post's generated image; "social" is for social networks. */
export type CardShape = "social" | "16x9" | "4x3" | "1x1";

/** Returns the root-relative address of a post's generated image. */
export const cardImage = (slug: string, shape: CardShape): string => `/cards/${shape}/${slug}.png`;
