import { useNavigation } from "../../../lib/navigation-state";
import { useNavigate } from "../../../lib/site-context";

/** Returns what shows a list again as the server has it, unless another page is on its way. */
export function useRefresh(): () => void {
  const navigate = useNavigate();
  return () => {
    const url = location.pathname + location.search;
    const { pending } = useNavigation.getState();
    if (pending === null || pending === url) navigate(url, { replace: true, keepScroll: true });
  };
}

/** Returns what shows the page at `path` again as the server has it, unless another one is shown or on its way. */
export function useRefreshAt(path: string): () => void {
  const refresh = useRefresh();
  return () => {
    if (location.pathname === path) refresh();
  };
}
