/** Event of the window: the page's scripts have taken over its markup, and answer its visitor. */
export const HYDRATED = "app:hydrated";
