/** Loads the module of the dialog, which is not in the server's bundle. */
export const loadImportDialog = () =>
  import.meta.env.SSR ? Promise.reject(new Error("for browsers only")) : import("./import-dialog");
