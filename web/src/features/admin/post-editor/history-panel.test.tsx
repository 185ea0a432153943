import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PostInput } from "../../../generated/api";
import { site } from "../../../test-support/fixtures";
import { sourceOf } from "../../../test-support/form-source";
import { InApp } from "../../../test-support/in-app";
import { adminPost } from "../../../test-support/posts";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { HistoryPanel } from "./history-panel";
import { formOf, type PostForm, withLocalDate } from "./post-form";

afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
});

const revision = {
  id: "0195",
  version: 1,
  title: "Before",
  editor: "ada@site.example",
  created_at: "2026-11-25T09:00:00Z",
  changes: [{ field: "title", words_before: 1, words_after: 2 }],
};
const onRestore = vi.fn<(form: PostForm) => void>();
beforeEach(() => void onRestore.mockReset());

/** Loads an earlier version into the form of a live post. Returns the resulting form. */
async function load(before: Partial<PostInput>, now: Partial<PostForm> = {}) {
  const post = { ...adminPost, ...before };
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async (url) =>
      Response.json(
        `${url}`.includes("0195") ? { ...revision, post } : { revisions: [revision], pages: 1 },
      ),
    ),
  );
  const form = { ...withLocalDate(formOf(adminPost, site.public_url), adminPost), ...now };
  const view = await render(
    <InApp>
      <HistoryPanel
        postId="0191"
        sync={sourceOf(form)}
        saved={form}
        onRestore={onRestore}
        onFail={() => {}}
      />
    </InApp>,
  );
  const press = async (name: RegExp) => {
    const button = () =>
      [...view.querySelectorAll("button")].find(({ textContent }) => name.test(textContent));
    await vi.waitFor(() => expect(button()).toBeDefined());
    await doing(() => button()?.click());
  };
  await press(/^View/);
  await press(/^Load into editor/);
  return { form, loaded: onRestore.mock.lastCall?.[0] };
}

it("loads the text of an earlier version, but keeps address, date and state", async () => {
  const { form, loaded } = await load({
    title: "Before",
    content: "<p>Before</p>",
    slug: "before",
    published: false,
    published_date: null,
  });
  expect(loaded).toEqual({ ...form, title: "Before", content: "<p>Before</p>" });
  expect(form.published).toBe(true);
});

it("shows what a save has changed", async () => {
  let version = 3;
  const one = (number: number) => ({ ...revision, id: `${number}`, version: number });
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () =>
      Response.json({ revisions: [one(version), one(version - 1)], pages: 2 }),
    ),
  );
  const panel = (saved: PostForm) => (
    <InApp>
      <HistoryPanel
        postId="0191"
        sync={sourceOf()}
        saved={saved}
        onRestore={onRestore}
        onFail={() => {}}
      />
    </InApp>
  );
  const view = await render(panel(formOf(adminPost)));
  const shown = () => [...view.querySelectorAll("strong")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(shown()).toEqual(["Version 3", "Version 2"]));
  version = 4;
  await rerender(panel(formOf(adminPost)));
  await vi.waitFor(() => expect(shown()).toEqual(["Version 4", "Version 3"]));
});

it("forgets the defaults of an earlier heading and summary", async () => {
  const texts = { title: "Before", summary: "Then" };
  const followed = await load({ ...texts, meta_title: "Before", meta_description: "Then" });
  expect(followed.loaded).toMatchObject({ ...texts, meta_title: "", meta_description: "" });
  const chosen = { meta_title: "Own", meta_description: "Words" };
  expect((await load({ ...texts, ...chosen })).loaded).toMatchObject(chosen);
});

const address = (slug: string) => `${site.public_url}/blog/${slug}`;

it.each([
  ["forgets a default of another address", "before", address("before"), ""],
  ["forgets the default of the same address", "log-files", address("log-files"), ""],
  [
    "keeps one that was chosen",
    "before",
    "https://elsewhere.example/x",
    "https://elsewhere.example/x",
  ],
])("%s as the canonical one", async (_, slug, canonical_url, expected) => {
  const { loaded } = await load({ title: "Before", slug, canonical_url });
  expect(loaded?.canonical_url).toBe(expected);
});
