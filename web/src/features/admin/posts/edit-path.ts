/** Address of the list of posts. */
export const POST_LIST = "/admin/blog";

/** The message when a post to edit could not be loaded. */
export const NOT_LOADED = "Failed to load the post";

/** Whether an address is that of a post's form. */
export const isEditPath = (url: string): boolean => url.startsWith(`${POST_LIST}/edit/`);
