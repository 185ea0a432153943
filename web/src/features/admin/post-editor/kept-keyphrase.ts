/** What the browser remembers the keyphrase of a post under. */
const keyOf = (postId: string) => `keyphrase:${postId}`;

/** Returns the keyphrase that was last typed for a post in this browser; empty when there is none. */
export function keptKeyphrase(postId: string | undefined): string {
  try {
    return (postId && localStorage.getItem(keyOf(postId))) || "";
  } catch {
    return "";
  }
}

/** Remembers the keyphrase of a post. That of a post that is not stored yet is not kept: it has no name. */
export function keepKeyphrase(postId: string | undefined, keyphrase: string): void {
  if (!postId) return;
  try {
    if (keyphrase) localStorage.setItem(keyOf(postId), keyphrase);
    else localStorage.removeItem(keyOf(postId));
  } catch {
    // For this page alone.
  }
}
