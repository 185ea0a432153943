import { isEditPath, NOT_LOADED, POST_LIST } from "./features/admin/posts/edit-path";
import type { Page } from "./lib/page";
import { toast } from "./ui/overlay/toast-store";

/**
 * Returns the address that replaces a page: the one that a not-found page names, or the list for a post that could not
 * be loaded, to read or to edit; null for other pages.
 */
export function replacementOf({ component, url, props }: Page): string | null {
  if (component === "error" && isEditPath(url)) return POST_LIST;
  if (component === "error" && url.startsWith("/blog/") && props.status >= 500) return "/blog";
  if (component !== "not-found") return null;
  return props.replace_with;
}

/** Shows a toast that says why a post cannot be edited. Other redirects show none. */
export function toastRedirect({ component }: Page, replacement: string): void {
  if (replacement !== POST_LIST) return;
  const isMissing = component === "not-found";
  toast("error", "Error", isMissing ? "Could not find the requested post" : NOT_LOADED);
}
