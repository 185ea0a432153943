import { createContext, type ReactNode } from "react";

/** Renders a text of a post unchanged. */
export const plainly = (text: string): ReactNode => text;

/** Renders a text of a post; in search results, with the matches marked. */
export const Highlight = createContext(plainly);
