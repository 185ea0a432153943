import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ImportPost } from "./import-file";
import { closesByItself, outcomeText, remainingJson, submitPosts, submittedText } from "./submit";

const posts = ["one", "two", "three"].map(
  (title, index): ImportPost => ({
    index,
    value: { title },
    title,
    slug: title,
    state: "live",
    problems: [],
    warnings: [],
  }),
);
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const made = (warnings: string[] = []) =>
  answer(200, { created: [{ index: 0, warnings }], failed: [] });
const refused = () =>
  answer(200, { created: [], failed: [{ index: 0, title: "two", message: "Slug is taken" }] });

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const submit = (signal = new AbortController().signal, onProgress = (_: number) => {}) =>
  submitPosts({ posts, skipped: [] }, posts, signal, onProgress);

it("sends one post per call, and continues when one is refused", async () => {
  fetched
    .mockResolvedValueOnce(made())
    .mockResolvedValueOnce(refused())
    .mockResolvedValueOnce(made());
  const done: number[] = [];
  const outcome = await submit(undefined, (count) => done.push(count));
  expect(fetched.mock.calls.map(([url, init]) => [url, init?.body])).toEqual(
    posts.map(({ value }) => ["/api/admin/posts/import", JSON.stringify(value)]),
  );
  expect(done).toEqual([0, 1, 2]);
  expect(outcome.failed).toEqual([{ post: posts[1], reason: "Slug is taken" }]);
  expect(outcomeText(outcome)).toEqual([
    "Partial Success",
    "2 out of 3 posts published. 1 failed.",
  ]);
  expect(JSON.parse(remainingJson(outcome))).toEqual([{ title: "two" }]);
});

it("says when all were created", async () => {
  fetched.mockImplementation(async () => made());
  expect(outcomeText(await submit())).toEqual(["Success!", "3 posts published."]);
});

it("distinguishes drafts from published posts", async () => {
  fetched.mockImplementation(async () => made());
  const [one, two, three] = posts as [ImportPost, ImportPost, ImportPost];
  const texts = async (...of: ImportPost[]) => {
    const { signal } = new AbortController();
    return outcomeText(await submitPosts({ posts: of, skipped: [] }, of, signal, () => {}));
  };
  const draft = { ...two, state: "draft" } as const;
  const scheduled = { ...three, state: "scheduled" } as const;
  expect(await texts(one, draft, three)).toEqual([
    "Success!",
    "3 posts imported: 2 published, 1 draft.",
  ]);
  expect(await texts(draft)).toEqual(["Success!", "1 post imported: not published yet."]);
  expect(await texts(one, draft, scheduled)).toEqual([
    "Success!",
    "3 posts imported: 1 published, 1 scheduled, 1 draft.",
  ]);
  expect(await texts(scheduled)).toEqual(["Success!", "1 post imported: 1 scheduled."]);
});

it("does not count drafts as published if another post failed, or the import was stopped", async () => {
  const [one, two, three] = posts as [ImportPost, ImportPost, ImportPost];
  const all: ImportPost[] = [one, { ...two, state: "draft" }, three];
  const texts = async (signal: AbortSignal) =>
    outcomeText(await submitPosts({ posts: all, skipped: [4] }, all, signal, () => {}));
  fetched
    .mockResolvedValueOnce(made())
    .mockResolvedValueOnce(made())
    .mockResolvedValueOnce(refused());
  expect(await texts(new AbortController().signal)).toEqual([
    "Partial Success",
    "1 out of 4 posts published. 2 failed (1 left out because of errors). Imported as drafts: 1.",
  ]);
  all[0] = { ...one, state: "scheduled" };
  fetched
    .mockResolvedValueOnce(made())
    .mockResolvedValueOnce(refused())
    .mockResolvedValueOnce(refused());
  expect(await texts(new AbortController().signal)).toEqual([
    "Partial Success",
    "0 out of 4 posts published. 3 failed (1 left out because of errors). Scheduled: 1.",
  ]);
  all[0] = one;
  const controller = new AbortController();
  fetched.mockResolvedValueOnce(made()).mockImplementationOnce(async () => {
    controller.abort();
    return made();
  });
  expect(await texts(controller.signal)).toEqual([
    "Import stopped",
    "1 out of 4 posts published. 1 not sent. Imported as drafts: 1. Left out because of errors: 1.",
  ]);
});

it("counts posts left out because of errors, but not those deselected", async () => {
  fetched.mockImplementation(async () => made());
  const [one, two, three] = posts as [ImportPost, ImportPost, ImportPost];
  const file = {
    posts: [one, { ...two, problems: ["Slug is taken"] }, three],
    skipped: [4],
  };
  const outcome = await submitPosts(file, [one], new AbortController().signal, () => {});
  expect(outcomeText(outcome)).toEqual([
    "Partial Success",
    "1 out of 3 posts published. 2 failed (2 left out because of errors).",
  ]);
  expect(closesByItself(outcome)).toBe(false);
  expect(JSON.parse(remainingJson(outcome))).toEqual([{ title: "two" }]);
  const byHand = await submitPosts(
    { posts, skipped: [] },
    [one],
    new AbortController().signal,
    () => {},
  );
  expect(outcomeText(byHand)).toEqual(["Success!", "1 post published."]);
});

it("reports what was omitted from a post", async () => {
  fetched.mockImplementation(async () => made());
  fetched.mockResolvedValueOnce(made(["Unknown section tags left out: News"]));
  const outcome = await submit();
  expect(outcome.ok).toBe(3);
  expect(outcome.warned).toEqual([
    { post: posts[0], warnings: ["Unknown section tags left out: News"] },
  ]);
});

it("stops between two posts and keeps the rest for a file", async () => {
  const controller = new AbortController();
  fetched.mockImplementationOnce(async () => {
    controller.abort();
    return made();
  });
  const outcome = await submit(controller.signal);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(outcomeText(outcome)).toEqual([
    "Import stopped",
    "1 out of 3 posts published. 2 not sent.",
  ]);
  expect(JSON.parse(remainingJson(outcome))).toEqual([{ title: "two" }, { title: "three" }]);
});

it("makes no further calls if the session has no rights", async () => {
  fetched.mockImplementation(async () =>
    answer(403, { error: { code: "forbidden", message: "Admin rights required" } }),
  );
  const outcome = await submit();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(outcome.failed.map(({ reason }) => reason)).toEqual(
    Array(3).fill("Admin rights required"),
  );
});

it("says that the result is unknown if the connection was lost", async () => {
  fetched.mockResolvedValueOnce(made()).mockRejectedValueOnce(new TypeError("offline"));
  fetched.mockResolvedValueOnce(made());
  const { ok, failed } = await submit();
  expect(ok).toBe(2);
  expect(failed[0]?.reason).toContain("may or may not have been created");
});

it("announces each tenth of an import", () => {
  const texts = Array.from({ length: 5001 }, (_, done) => submittedText(done, 5000));
  expect([...new Set(texts)]).toHaveLength(11);
  expect(submittedText(1, 3)).toBe("30% submitted");
});
