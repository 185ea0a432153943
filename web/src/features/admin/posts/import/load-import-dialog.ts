/** Fetches the dialog's code, which the server never draws; once, however often it is asked for. */
export const loadImportDialog = () =>
  import.meta.env.SSR ? Promise.reject(new Error("for browsers only")) : import("./import-dialog");
