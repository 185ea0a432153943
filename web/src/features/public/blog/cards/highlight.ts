import { createContext, type ReactNode } from "react";

/** Draws a text of a post as it is. */
export const plainly = (text: string): ReactNode => text;

/** Draws a text of a post; the listing of a search marks in it what was searched for. */
export const Highlight = createContext(plainly);
