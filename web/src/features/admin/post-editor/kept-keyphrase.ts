/** Local storage key for the keyphrase of a post. */
const keyOf = (postId: string) => `keyphrase:${postId}`;

/** Returns the keyphrase that was last typed for a post in this browser; empty when there is none. */
export function keptKeyphrase(postId: string | undefined): string {
  try {
    return (postId && localStorage.getItem(keyOf(postId))) || "";
  } catch {
    return "";
  }
}

/** Remembers the keyphrase of a post, unless the post is not stored yet and so has no id. */
export function keepKeyphrase(postId: string | undefined, keyphrase: string): void {
  if (!postId) return;
  try {
    if (keyphrase) localStorage.setItem(keyOf(postId), keyphrase);
    else localStorage.removeItem(keyOf(postId));
  } catch {
    // Without storage, it lasts as long as the page.
  }
}
