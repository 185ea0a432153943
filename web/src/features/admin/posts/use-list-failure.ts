import { isViewOf, useVisitFailure } from "../../../lib/use-visit-failure";
import { toast } from "../../../ui/overlay/toast-store";

/** Says when another view of the list cannot be fetched, and leaves the one shown in place. */
export function useListFailure(path: string): void {
  useVisitFailure(isViewOf(path), ({ reason }) => {
    if (reason === null)
      toast("error", "Error loading posts", "Please refresh the page or try again later");
    else toast("error", "Error fetching posts", reason);
  });
}
