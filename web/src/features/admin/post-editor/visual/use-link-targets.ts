import { useEffect, useMemo, useState } from "react";
import type { AdminRow } from "../../../../generated/api";
import { callApi } from "../../../../lib/api";
import { useDebounced } from "../../../../ui/data/use-debounced";
import { type LinkTarget, searchWords, targetsFor } from "./link-targets";

/** How long typing pauses before the posts are searched, in milliseconds. */
const DELAY = 200;

/** Posts by the words that found them. */
interface Found {
  words: string;
  posts: readonly AdminRow[];
}

/**
 * The pages and posts that what was typed may mean. Without a connection there are the pages alone.
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
        // Something else is searched by now.
      },
    );
    return () => controller.abort();
  }, [settled]);

  // Until the answer is here, those found before stay where they fit.
  const targets = useMemo(() => targetsFor(typed, found.posts), [typed, found]);
  return { targets, isSearching: words !== "" && found.words !== words };
}
