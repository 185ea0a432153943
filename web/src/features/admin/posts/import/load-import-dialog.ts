/** Fetches the dialog's code, which the server never renders. Later calls return the same promise. */
export const loadImportDialog = () =>
  import.meta.env.SSR ? Promise.reject(new Error("for browsers only")) : import("./import-dialog");
