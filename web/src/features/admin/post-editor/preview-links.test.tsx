import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { PreviewLinks } from "./preview-links";

afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("says in the reader's own time until when a link works", async () => {
  vi.stubEnv("TZ", "America/New_York");
  const link = { url: "https://site.example/preview/x", expires_at: "2027-07-10T09:00:00Z" };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(link)),
  );
  const root = await render(<PreviewLinks postId="1" />);
  await doing(() => root.querySelector("button")?.click());
  await vi.waitFor(() => expect(useToast.getState()?.text).toContain("10 Jul 2027, 05:00."));
});
