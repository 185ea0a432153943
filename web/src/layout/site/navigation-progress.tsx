import { useNavigation } from "../../lib/navigation-state";

/** A line at the top of the window while a navigation is pending; the style sheet shows it after 150 ms. */
export function NavigationProgress() {
  const { pending } = useNavigation();
  return (
    <div className="nav-progress" data-active={pending !== null || undefined} aria-hidden="true" />
  );
}
