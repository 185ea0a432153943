import { useEffect, useMemo, useState } from "react";
import type { AdminRow } from "../../../../generated/api";
import { callApi } from "../../../../lib/api";
import { useDebounced } from "../../../../ui/data/use-debounced";
import { type LinkTarget, searchWords, targetsFor } from "./link-targets";

/** How long typing pauses before the posts are searched, in milliseconds. */
const DELAY = 200;

/** Posts, and the words that found them. */
interface Found {
  words: string;
  posts: readonly AdminRow[];
}

/**
 * Returns the pages and posts that the typed text may mean. If the search fails, only pages are offered.
 * @returns the targets, and whether the posts are still being searched
 */
export function useLinkTargets(typed: string): { targets: LinkTarget[]; isSearching: boolean } {
  const [found, setFound] = useState<Found>({ words: "", posts: [] });
  const words = searchWords(typed);
  const settled = useDebounced(words, DELAY);

  useEffect(() => {
    if (settled === "") return;
    const controller = new AbortController();
    callApi("GET", "/api/admin/posts", {
      query: { search: settled, status: "all" },
      signal: controller.signal,
    }).then(
      (answer) => setFound({ words: settled, posts: answer.ok ? answer.data.posts : [] }),
      () => {
        // Aborted, as the typed text has changed.
      },
    );
    return () => controller.abort();
  }, [settled]);

  // Until the response arrives, the previous posts stay where they match.
  const targets = useMemo(() => targetsFor(typed, found.posts), [typed, found]);
  return { targets, isSearching: words !== "" && found.words !== words };
}
