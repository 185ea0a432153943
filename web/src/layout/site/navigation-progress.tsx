import { useNavigation } from "../../lib/navigation-state";

/** A line at the top of the window while a page is on its way; the style sheet shows it after 150 ms. */
export function NavigationProgress() {
  const { pending } = useNavigation();
  return (
    <div className="nav-progress" data-active={pending !== null || undefined} aria-hidden="true" />
  );
}
