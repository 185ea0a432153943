import { useNavigation } from "../../../lib/navigation-state";
import { clearPageCache } from "../../../lib/page-cache";
import { useNavigate } from "../../../lib/site-context";

/** Returns a function that fetches the page again, unless a navigation to another is pending. */
export function useRefresh(): () => void {
  const navigate = useNavigate();
  return () => {
    const url = location.pathname + location.search;
    const { pending } = useNavigation.getState();
    if (pending !== null && pending !== url) return;
    // The link that led here may have prefetched the page as it was then.
    clearPageCache();
    navigate(url, { replace: true, keepScroll: true });
  };
}

/** Returns a function that fetches the page at `path` again, unless another is shown or pending. */
export function useRefreshAt(path: string): () => void {
  const refresh = useRefresh();
  return () => {
    if (location.pathname === path) refresh();
  };
}
