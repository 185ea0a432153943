import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AdminRow } from "../../../generated/api";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { Toaster } from "../../../ui/overlay/toaster";
import { PostTable } from "./post-table";

const fetched = vi.fn<typeof fetch>();
const confirmed = vi.fn<(question?: string) => boolean>();
const onRemoved = vi.fn();

beforeEach(() => {
  for (const one of [navigate, fetched, confirmed, onRemoved]) one.mockReset();
  confirmed.mockReturnValue(true);
  fetched.mockImplementation(async () => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("confirm", confirmed);
});
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
});

const ROW: AdminRow = {
  id: "0191",
  title: "What ==log files== know",
  slug: "log-files",
  summary: "",
  author: "Admin",
  category: "Technical SEO",
  cover: { ground: "technical-seo", pattern: 1, before: "", marked: "Title", after: "" },
  published: true,
  state: "live",
  state_text: null,
  featured: false,
  trending: false,
  thumbnail_image: null,
  published_date: "2026-11-25T09:00:00Z",
  created_at: "2026-11-25T09:00:00Z",
  created_text: "25 Nov 2026",
  updated_at: "2026-11-25T09:00:00Z",
};
const STATE = { path: "/admin/blog", search: "" };

async function draw(change: Partial<AdminRow> = {}) {
  const view = await render(
    <InApp>
      <PostTable
        rows={[{ ...ROW, ...change }]}
        state={STATE}
        afterRemoval="/admin/blog?page=2"
        onRemoved={onRemoved}
      />
      <Toaster />
    </InApp>,
  );
  const button = (name: string) =>
    [...view.querySelectorAll("button")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
    );
  return { view, button, press: (name: string) => doing(() => button(name)?.click()) };
}
const asked = () => fetched.mock.calls.map(([url, init]) => `${init?.method} ${String(url)}`);

it("asks, moves a post to the trash, and takes it back by Undo", async () => {
  const { view, press } = await draw();
  await press("Delete What log files know");
  expect(confirmed).toHaveBeenCalledWith(
    "Are you sure you want to delete this post?\n\nWhat log files know",
  );
  expect(view.querySelector(".toast")?.textContent).toContain("Post deleted.");
  expect(view.querySelector(".toast")?.textContent).toContain("What log files know");
  await press("Undo");
  expect(asked()).toEqual(["DELETE /api/admin/posts/0191", "POST /api/admin/posts/0191/restore"]);
  expect(useToast.getState()?.title).toBe("Post restored.");
});

it("does nothing when the answer is no", async () => {
  confirmed.mockReturnValue(false);
  const { press } = await draw();
  await press("Delete What log files know");
  expect(asked()).toEqual([]);
});

it("shows a post of the trash without a way into the editor, to be restored or deleted for good", async () => {
  const { view, press, button } = await draw({ state: "trash", state_text: "24 Dec 2026, 09:00" });
  expect(view.querySelector("a")).toBeNull();
  expect(view.textContent).toContain("until 24 Dec 2026, 09:00");
  await press("Delete What log files know for good");
  expect(confirmed.mock.lastCall?.[0]).toMatch(
    /^Delete this post for good.*\n\nWhat log files know$/,
  );
  expect(button("Undo")).toBeUndefined();
  await press("Restore What log files know");
  expect(asked()).toEqual([
    "DELETE /api/admin/posts/0191?permanent=true",
    "POST /api/admin/posts/0191/restore",
  ]);
  expect(navigate).toHaveBeenLastCalledWith("/admin/blog?page=2", {
    replace: true,
    keepScroll: true,
  });
});

it.each([
  ["draft", null, "Draft"],
  ["live", null, "Published"],
  ["scheduled", "15 Jan 2027, 09:00", "Scheduled15 Jan 2027, 09:00"],
] as const)("says that a post is %s", async (state, state_text, words) => {
  const { view } = await draw({ state, state_text });
  expect(view.querySelectorAll("tbody td")[1]?.textContent).toBe(words);
});
