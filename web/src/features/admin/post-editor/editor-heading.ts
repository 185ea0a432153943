import { plainTitle } from "../../../lib/plain-title";

/** Returns the heading of the editor for a stored title; null stands for a new post. */
export const editorHeading = (title: string | null): string =>
  title === null ? "Create New Post" : `Edit: ${plainTitle(title)}`;
