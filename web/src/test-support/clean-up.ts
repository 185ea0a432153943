import { afterAll, vi } from "vitest";
import { closeDrafts, openDrafts } from "../features/admin/post-editor/draft-database";
import { dismissToast } from "../ui/overlay/toast-store";
import { unmount } from "./render";

// Files that share their modules also share the document and the modules' state.
afterAll(async () => {
  await unmount();
  dismissToast();
  await closeDrafts();
  openDrafts();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});
