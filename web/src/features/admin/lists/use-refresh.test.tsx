import { afterEach, expect, it } from "vitest";
import { cachedPage, cachePage, clearPageCache } from "../../../lib/page-cache";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useRefresh } from "./use-refresh";

afterEach(async () => {
  await unmount();
  clearPageCache();
  navigate.mockReset();
});

function Refresh() {
  return <button type="button" onClick={useRefresh()} />;
}

it("fetches the page, even if the link that led here has prefetched it", async () => {
  history.replaceState(null, "", "/admin/health");
  cachePage("/admin/health", 0, Promise.resolve({ redirect: "/" }));
  const root = await render(
    <InApp url="/admin/health">
      <Refresh />
    </InApp>,
  );
  await doing(() => root.querySelector("button")?.click());
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/health", {
    replace: true,
    keepScroll: true,
  });
  expect(cachedPage("/admin/health", 0)).toBeUndefined();
});
