import { useEffect } from "react";
import { NO_ANSWER } from "../../lib/no-answer";
import { toast } from "../../ui/toast-store";

/** Says when another view of the list cannot be fetched, and leaves the one shown in place. */
export function useListFailure(path: string): void {
  useEffect(() => {
    const onNoAnswer = (event: Event) => {
      const url = (event as CustomEvent<string>).detail;
      if (url.split("?", 1)[0] !== path) return;
      event.preventDefault();
      toast("error", "Error loading posts", "Please refresh the page or try again later");
    };
    window.addEventListener(NO_ANSWER, onNoAnswer);
    return () => window.removeEventListener(NO_ANSWER, onNoAnswer);
  }, [path]);
}
