import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AdminPost, AnalysisCheck } from "../../../generated/api";
import { site } from "../../../test-support/fixtures";
import { InApp, navigate } from "../../../test-support/in-app";
import { adminPost } from "../../../test-support/posts";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { isDirty } from "./editor-state";
import { badChecks, redirectAt } from "./save-checks";
import { resumeInField } from "./typing-place";
import { AFTER_SAVE, usePostEditor } from "./use-post-editor";

vi.mock("./save-checks");

const DRAFT: AdminPost = { ...adminPost, published: false, state: "draft" };
/** The fields of a new post that can be saved. */
const NEW = [
  ["title", "How to rank"],
  ["slug", "how-to-rank"],
  ["summary", "How"],
  ["content", "<p>So</p>"],
  ["author", "Ann"],
] as const;
const BAD: AnalysisCheck = { id: "h1", level: "bad", value: "2", threshold: "1", advice: "One." };

let editor: ReturnType<typeof usePostEditor>;
/** The requests that store a post. Each waits for a function of `answers` to be called. */
let sent: { method: string; body: Partial<AdminPost> }[] = [];
let answers: ((answer: Response) => void)[] = [];

function Editor({ post }: { post: AdminPost | null }) {
  editor = usePostEditor(post, "ann@example.org");
  return (
    <form ref={editor.formRef}>
      <input name="title" />
      {editor.question}
    </form>
  );
}

const open = (post: AdminPost | null) =>
  render(
    <InApp>
      <Editor post={post} />
    </InApp>,
  );

const answer = (status: number, body: object) =>
  doing(() => answers.shift()?.(Response.json(body, { status })));
const refuse = (status: number, code: string) =>
  answer(status, { error: { code, message: "Refused" } });

/** Opens a post that was deleted, as a save then finds. */
async function openGone() {
  await open(DRAFT);
  await doing(() => void editor.saveAnd("stay"));
  await refuse(404, "not_found");
  await vi.waitFor(() => expect(editor.failure?.notice).toBe("gone"));
}

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);

beforeEach(() => {
  sent = [];
  answers = [];
  navigate.mockClear();
  vi.mocked(badChecks).mockResolvedValue([]);
  vi.mocked(redirectAt).mockResolvedValue(null);
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (!/\/posts(\/0191)?$/.test(url) || method === "GET")
      return Promise.resolve(Response.json({ drafts: [], posts: [], revisions: [] }));
    sent.push({ method, body: JSON.parse(String(body)) });
    return new Promise((resolve) => answers.push(resolve));
  });
});
afterEach(async () => {
  await unmount();
  dismissToast();
  vi.unstubAllGlobals();
});

it("does not change a post while it asks whether to publish it", async () => {
  vi.mocked(badChecks).mockResolvedValue([BAD]);
  await open(DRAFT);
  await doing(() => void editor.publish(true));
  await vi.waitFor(() => expect(button("Go back")).toBeDefined());
  expect(isDirty(editor.sync.state())).toBe(false);
  await doing(() => button("Go back")?.click());
  expect(isDirty(editor.sync.state())).toBe(false);
  expect(sent).toEqual([]);

  await doing(() => void editor.publish(true));
  await vi.waitFor(() => expect(button("Publish anyway")).toBeDefined());
  await doing(() => button("Publish anyway")?.click());
  expect(sent.map(({ body }) => body.published)).toEqual([true]);
  await refuse(500, "unexpected");
  expect(editor.sync.state().form.published).toBe(false);

  await doing(() => void editor.publish(true));
  await vi.waitFor(() => expect(button("Publish anyway")).toBeDefined());
  await doing(() => button("Publish anyway")?.click());
  await answer(200, { ...DRAFT, published: true, version: 3 });
  expect(editor.sync.state().form.published).toBe(true);
  expect(isDirty(editor.sync.state())).toBe(false);
});

it("goes to the list after Save Changes, even if Ctrl+S is pressed meanwhile", async () => {
  await open(DRAFT);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await doing(() => void editor.saveAnd("leave"));
  await doing(() => void editor.saveAnd("stay"));
  await answer(200, { ...DRAFT, version: 3 });
  await doing(() => vi.advanceTimersByTime(5_000));
  vi.useRealTimers();
  expect(sent).toHaveLength(1);
  expect(navigate).toHaveBeenCalledWith(AFTER_SAVE);
});

it("creates no post during an upload, or without a heading", async () => {
  await openGone();
  editor.uploading.current = 1;
  await doing(() => void editor.saveAsNew());
  expect(useToast.getState()?.text).toBe("An image is still being uploaded.");
  editor.uploading.current = 0;

  await doing(() => editor.set("title", " "));
  await doing(() => void editor.saveAsNew());
  expect(editor.failure?.fields).toHaveProperty("title");
  // The post is still deleted.
  expect(editor.failure?.notice).toBe("gone");
  expect(sent).toHaveLength(1);

  await doing(() => editor.set("title", "Again"));
  await doing(() => editor.set("slug", "a--new-one-"));
  await doing(() => void editor.saveAsNew());
  expect(sent[1]).toMatchObject({ method: "POST", body: { title: "Again", slug: "a-new-one" } });
});

it("shows an error until its field has another value, however it was changed", async () => {
  await open(null);
  await doing(() => void editor.saveAnd("stay"));
  expect(Object.keys(editor.errors)).toEqual(["title", "slug"]);
  const { failure } = editor;
  await doing(() => editor.set("slug", "how-to-rank"));
  expect(Object.keys(editor.errors)).toEqual(["title"]);
  // The same failure, so that the focus stays where it is.
  expect(editor.failure).toBe(failure);
  await doing(() => editor.set("title", "How to rank"));
  expect(editor.errors).toEqual({});
});

it("does not send defaults as text that somebody has written", async () => {
  const filled = { meta_title: DRAFT.title, meta_description: DRAFT.summary };
  const canonical_url = `${site.public_url}/blog/${DRAFT.slug}`;
  await open({ ...DRAFT, ...filled, canonical_url });
  await doing(() => editor.set("title", "Another heading"));
  await doing(() => editor.set("slug", "another"));
  await doing(() => void editor.saveAnd("stay"));
  const following = { meta_title: "", meta_description: "", canonical_url: null };
  expect(sent[0]?.body).toMatchObject({ title: "Another heading", ...following });
  await refuse(404, "not_found");
  await vi.waitFor(() => expect(editor.failure?.notice).toBe("gone"));
  await doing(() => void editor.saveAsNew());
  expect(sent[1]).toMatchObject({ method: "POST", body: { slug: "another", ...following } });
});

it("previews a new post without publishing it", async () => {
  vi.stubGlobal("open", () => null);
  await open(null);
  for (const [field, value] of NEW) await doing(() => editor.set(field, value));
  await doing(() => editor.set("published", true));
  await doing(() => void editor.preview("tab"));
  expect(sent).toMatchObject([{ method: "POST", body: { published: false } }]);
});

it("says why a deleted post could not be saved as a new one", async () => {
  await openGone();
  await doing(() => void editor.saveAsNew());
  await refuse(500, "unexpected");
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Error creating post"));
  expect(editor.failure?.notice).toBe("gone");
});

it("does not return to the post if another page was opened before it was saved", async () => {
  history.replaceState(null, "", "/admin/blog/new");
  await open(null);
  for (const [field, value] of NEW) await doing(() => editor.set(field, value));
  await doing(() => void editor.saveAnd("stay"));
  history.replaceState(null, "", "/admin/media");
  const field = document.querySelector<HTMLInputElement>("[name=title]");
  field?.focus();
  expect(sent).toHaveLength(1);
  await answer(201, { ...DRAFT, slug: "how-to-rank" });
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Post created successfully!"));
  expect(navigate).not.toHaveBeenCalled();
  // Nor is the cursor of that page taken for the one in the new post.
  field?.blur();
  resumeInField(DRAFT.id, field?.form ?? null);
  expect(document.activeElement).not.toBe(field);
});

it("does not lead to a copy of a deleted post from another page opened meanwhile", async () => {
  history.replaceState(null, "", "/admin/blog/edit/0191");
  await openGone();
  await doing(() => void editor.saveAsNew());
  history.replaceState(null, "", "/admin/media");
  await answer(201, { ...DRAFT, id: "0192" });
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Post created successfully!"));
  expect(navigate).not.toHaveBeenCalled();
});
