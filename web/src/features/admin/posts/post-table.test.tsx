import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AdminRow, BulkReport } from "../../../generated/api";
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
  fetched.mockImplementation(async (url) =>
    String(url).endsWith("/restore")
      ? Response.json({ slug: "log-files" })
      : new Response(null, { status: 204 }),
  );
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
  published_text: "25 Nov 2026",
  updated_text: "25 Nov 2026",
  tags: ["Technical SEO"],
  created_at: "2026-11-25T09:00:00Z",
  created_text: "25 Nov 2026",
  updated_at: "2026-11-25T09:00:00Z",
};
const STATE = { path: "/admin/blog", search: "" };

async function draw(change: Partial<AdminRow> = {}, search = "") {
  const view = await render(
    <InApp>
      <PostTable
        rows={[{ ...ROW, ...change }]}
        state={{ ...STATE, search }}
        view="/admin/blog"
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

it("asks, moves a post to the trash, and restores it by Undo", async () => {
  const { view, press } = await draw();
  await press("Delete What log files know");
  expect(confirmed).toHaveBeenCalledWith("Are you sure you want to delete this post?");
  expect(view.querySelector(".toast")?.textContent).toContain("Post deleted.");
  expect(view.querySelector(".toast")?.textContent).toContain("What log files know");
  await press("Undo");
  expect(asked()).toEqual(["DELETE /api/admin/posts/0191", "POST /api/admin/posts/0191/restore"]);
  expect(useToast.getState()?.title).toBe("Post restored.");
});

it("says at which address a post is restored if its own is taken", async () => {
  const { press } = await draw({ state: "trash" });
  fetched.mockResolvedValueOnce(Response.json({ slug: "log-files-2" }));
  await press("Restore What log files know");
  expect(useToast.getState()).toMatchObject({
    title: "Post restored.",
    text: "What log files know is now at /blog/log-files-2, because another post uses /blog/log-files.",
  });
  fetched.mockResolvedValueOnce(Response.json({ slug: "log-files" }));
  await press("Restore What log files know");
  expect(useToast.getState()?.text).toBe("What log files know");
});

it("does nothing if the answer is no", async () => {
  confirmed.mockReturnValue(false);
  const { press } = await draw();
  await press("Delete What log files know");
  expect(asked()).toEqual([]);
});

it("shows a post in the trash without a link to the editor, but with restore and delete", async () => {
  history.replaceState(null, "", "/admin/blog?status=trash&page=2");
  const { view, press, button } = await draw({ state: "trash", state_text: "24 Dec 2026, 09:00" });
  expect(view.querySelector("a")).toBeNull();
  expect(view.textContent).toContain("until 24 Dec 2026, 09:00");
  await press("Delete What log files know permanently");
  expect(confirmed.mock.lastCall?.[0]).toMatch(
    /^Delete this post permanently.*\n\nWhat log files know$/,
  );
  expect(button("Undo")).toBeUndefined();
  await press("Restore What log files know");
  expect(asked()).toEqual([
    "DELETE /api/admin/posts/0191?permanent=true",
    "POST /api/admin/posts/0191/restore",
  ]);
  // If that page no longer exists, the server redirects to the last one.
  expect(navigate).toHaveBeenLastCalledWith("/admin/blog?status=trash&page=2", {
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
  expect(view.querySelectorAll("tbody td")[3]?.textContent).toBe(words);
});

it("links the address of a live post only, in a new tab", async () => {
  const live = await draw();
  const link = live.view.querySelector<HTMLAnchorElement>('a[href="/blog/log-files"]');
  expect(link?.target).toBe("_blank");
  expect(link?.textContent).toBe("/blog/log-files (opens in a new tab)");
  for (const state of ["draft", "scheduled", "trash"] as const) {
    const { view } = await draw({ state });
    expect(view.querySelector('a[href^="/blog/"]')).toBeNull();
    expect(view.textContent).toContain("/blog/log-files");
  }
});

it("highlights matches in a title with a mark, and names no other place", async () => {
  const { view } = await draw({ title: "What ==log== files know" }, "log   files");
  expect(view.querySelector("th mark")?.textContent).toBe("log files");
  expect(view.textContent).not.toContain("found in");
});

const BULK = "POST /api/admin/posts/bulk";
const sent = () => JSON.parse(String(fetched.mock.lastCall?.[1]?.body));

async function drawThree(changes: Partial<AdminRow>[] = [], status = "") {
  const titles = ["One", "Two", "Three"];
  const view = await render(
    <InApp>
      <PostTable
        rows={titles.map((title, at) => ({ ...ROW, id: title, title, ...changes[at] }))}
        state={{ ...STATE, status }}
        view="/admin/blog"
        onRemoved={onRemoved}
      />
      <Toaster />
    </InApp>,
  );
  const box = (label: string) =>
    view.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) as HTMLInputElement;
  const press = (name: string) =>
    doing(() =>
      [...view.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click(),
    );
  return { view, box, press, tick: (label: string) => doing(() => box(label).click()) };
}
const report = (done: string[], failed: BulkReport["failed"] = [], moved?: BulkReport["moved"]) =>
  fetched.mockImplementation(async () => Response.json({ done, failed, moved }));

it("deletes the selected posts after one question that lists them, and restores them by Undo", async () => {
  report(["One", "Three"]);
  const { view, box, tick, press } = await drawThree();
  await tick("Select One");
  await tick("Select Three");
  expect(view.querySelector("[role=status]")?.textContent).toBe("2 selected");
  await press("Delete");
  expect(confirmed).toHaveBeenCalledExactlyOnceWith(
    "Are you sure you want to delete these posts?\n\nOne\nThree",
  );
  expect(asked()).toEqual([BULK]);
  expect(sent()).toEqual({ ids: ["One", "Three"], action: "trash" });
  expect(view.querySelector(".toast")?.textContent).toContain("2 posts deleted.");
  expect(view.querySelector(".bulk-bar")).toBeNull();
  expect(onRemoved).toHaveBeenCalledOnce();
  await tick("Select Two");
  await press("Undo");
  expect(sent()).toEqual({ ids: ["One", "Three"], action: "restore" });
  expect(box("Select Two").checked).toBe(true);
  expect(useToast.getState()?.title).toBe("2 posts restored.");
});

it("selects a page at once, a range with Shift, and does not ask before publishing", async () => {
  report(["One", "Two", "Three"]);
  const { box, tick, press } = await drawThree();
  await tick("Select all posts on this page");
  expect(["One", "Two", "Three"].map((title) => box(`Select ${title}`).checked)).toEqual([
    true,
    true,
    true,
  ]);
  await press("Clear selection");
  await tick("Select One");
  await doing(() =>
    box("Select Three").dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true })),
  );
  await press("Publish");
  expect(confirmed).not.toHaveBeenCalled();
  expect(sent()).toEqual({ ids: ["One", "Two", "Three"], action: "publish" });
});

it("keeps the focus in the list while it asks for a category", async () => {
  const { view, box, tick, press } = await drawThree();
  await tick("Select One");
  await press("Add category");
  const field = view.querySelector("input[aria-label=Category]");
  expect(document.activeElement).toBe(field);
  box("Select Two").focus();
  await tick("Select Two");
  expect(document.activeElement).toBe(box("Select Two"));
  await press("Cancel");
  expect(document.activeElement?.textContent).toBe("Add category");
});

it("keeps the focus on the pressed button until the response", async () => {
  let answer = (_: Response) => {};
  fetched.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { view, tick, press } = await drawThree();
  await tick("Select One");
  const publish = [...view.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Publish",
  );
  publish?.focus();
  await press("Publish");
  expect(document.activeElement).toBe(publish);
  const states = () =>
    [...view.querySelectorAll<HTMLButtonElement>(".bulk-actions button")].map(
      (one) => `${one.textContent} ${one.disabled ? "disabled" : one.getAttribute("aria-busy")}`,
    );
  expect(states().slice(0, 2)).toEqual(["Publish true", "Unpublish disabled"]);
  await doing(() => answer(new Response(null, { status: 500 })));
  await doing(() => {});
  expect(states().slice(0, 2)).toEqual(["Publish null", "Unpublish null"]);
  expect(document.activeElement).toBe(publish);
});

it("moves the focus to the box that selects all when the selection is cleared", async () => {
  const { view, box, tick, press } = await drawThree();
  await tick("Select One");
  view.querySelector<HTMLElement>(".bulk-clear")?.focus();
  await press("Clear selection");
  expect(document.activeElement).toBe(box("Select all posts on this page"));
});

it("lists the posts that were not changed, with reasons", async () => {
  report(["One"], [{ id: "Two", message: "This URL slug is already in use" }]);
  const { tick, press } = await drawThree();
  await tick("Select One");
  await tick("Select Two");
  await press("Unpublish");
  expect(useToast.getState()).toMatchObject({
    kind: "error",
    title: "1 of 2 posts unpublished",
    text: "Two: This URL slug is already in use.",
  });
});

it("says where restored posts are if another post uses their address", async () => {
  report(["One", "Two"], [{ id: "Three", message: "Gone" }], [{ id: "Two", slug: "two-2" }]);
  const { tick, press } = await drawThree(Array(3).fill({ state: "trash" }), "trash");
  await tick("Select all posts on this page");
  await press("Restore");
  const moved = /Two is now at \/blog\/two-2, because another post uses \/blog\/\S+\.$/;
  expect(useToast.getState()).toMatchObject({ kind: "error", title: "2 of 3 posts restored" });
  expect(useToast.getState()?.text).toMatch(/^Three: Gone\. /);
  expect(useToast.getState()?.text).toMatch(moved);

  report(["One", "Two", "Three"], [], [{ id: "Two", slug: "two-2" }]);
  await tick("Select all posts on this page");
  await press("Restore");
  expect(useToast.getState()).toMatchObject({ kind: "success", title: "3 posts restored." });
  expect(useToast.getState()?.text).toMatch(moved);
});

const DRAFT = { state: "draft", published: false } as const;
const AHEAD = new Date(Date.now() + 86_400_000).toISOString();
const SCHEDULED = { state: "scheduled", published_date: AHEAD } as const;

it.each<[string, Partial<AdminRow>[]]>([
  ["3 posts published.", [DRAFT, DRAFT, DRAFT]],
  ["2 posts published, 1 stays scheduled.", [DRAFT, SCHEDULED, {}]],
  ["3 posts stay scheduled.", [SCHEDULED, SCHEDULED, SCHEDULED]],
  [
    "1 post published, 1 stays scheduled, 1 scheduled.",
    [DRAFT, SCHEDULED, { ...DRAFT, published_date: AHEAD }],
  ],
])("says that published posts wait for their date: %s", async (said, rows) => {
  report(["One", "Two", "Three"]);
  const { tick, press } = await drawThree(rows);
  await tick("Select all posts on this page");
  await press("Publish");
  expect(useToast.getState()?.title).toBe(said);
});

it("does not count a scheduled post as published if another one failed", async () => {
  report(["One", "Two"], [{ id: "Three", message: "Gone" }]);
  const { tick, press } = await drawThree([DRAFT, SCHEDULED, DRAFT]);
  await tick("Select all posts on this page");
  await press("Publish");
  expect(useToast.getState()?.title).toBe("1 of 3 posts published, 1 stays scheduled");
});

it("opens the copy of a post in the editor", async () => {
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ id: "0192", title: "Copy" }), { status: 201 }),
  );
  const { press } = await draw();
  await press("Duplicate What log files know");
  expect(asked()).toEqual(["POST /api/admin/posts/0191/duplicate"]);
  expect(navigate).toHaveBeenCalledWith("/admin/blog/edit/0192");
});

it("does not navigate away from a page opened before the copy was made", async () => {
  const { pathname } = location;
  fetched.mockImplementation(async () => {
    history.replaceState(null, "", "/admin/blog/new");
    return Response.json({ id: "0192", title: "Copy" }, { status: 201 });
  });
  const { press } = await draw();
  await press("Duplicate What log files know");
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Draft created."));
  expect(navigate).not.toHaveBeenCalled();
  history.replaceState(null, "", pathname);
});
