import { afterEach, expect, it, vi } from "vitest";
import { edit } from "../../../test-support/admin-props";
import { InApp, type } from "../../../test-support/in-app";
import { adminPost } from "../../../test-support/posts";
import { doing, render, unmount } from "../../../test-support/render";
import { stubBrowser } from "../../../test-support/stub-browser";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { PostEditor } from "./post-editor";

/** Rendering the whole form takes a slow machine some time. */
const PATIENCE = { timeout: 10_000 };

afterEach(async () => {
  await unmount();
  dismissToast();
  vi.unstubAllGlobals();
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const choices = () => [...document.querySelectorAll<HTMLInputElement>(".merge-choice input")];
const versions = () => document.querySelector(".conflict")?.textContent ?? "";

/** Opens a post that somebody else has saved meanwhile, as `stored` returns it. */
async function openOutdated(stored: () => typeof adminPost): Promise<void> {
  stubBrowser();
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    if (method === "PUT" && url.endsWith("/posts/0191"))
      return Response.json({ error: { code: "edit_conflict", message: "" } }, { status: 409 });
    return Response.json(url.endsWith("/posts/0191") ? stored() : { drafts: [], revisions: [] });
  });
  await render(
    <InApp>
      <PostEditor {...edit} />
    </InApp>,
  );
}

it("asks again for each choice when somebody has saved meanwhile, and still knows the common ancestor", async () => {
  let stored = { ...adminPost, version: 3, title: "Theirs", author_bio: "Reads logs" };
  await openOutdated(() => stored);
  const heading = document.querySelector<HTMLTextAreaElement>("[name=title]");
  await doing(() => type(heading, "Mine"));
  const save = document.querySelector<HTMLElement>("[type=submit]");
  await doing(() => save?.click());
  await vi.waitFor(() => expect(versions()).toContain("Theirs"), PATIENCE);
  await doing(() => choices()[0]?.click());
  expect(button("Merge and save")?.disabled).toBe(false);

  stored = { ...stored, version: 4, title: "Later" };
  await doing(() => button("Keep mine")?.click());
  await vi.waitFor(() => expect(versions()).toContain("Later"), PATIENCE);
  expect(choices().map(({ checked }) => checked)).toEqual([false, false]);
  expect(button("Merge and save")?.disabled).toBe(true);
  expect(versions()).toContain("Taken from the saved version: Author Bio.");
}, 30_000);

it("loads both versions with the next save if they could not be loaded with the first", async () => {
  vi.doMock("./conflict-view", () => {
    throw new Error("offline");
  });
  const stored = { ...adminPost, version: 3, title: "Theirs" };
  await openOutdated(() => stored);
  const save = document.querySelector<HTMLElement>("[type=submit]");
  await doing(() => save?.click());
  await vi.waitFor(
    () => expect(useToast.getState()?.title).toBe("This part could not be loaded"),
    PATIENCE,
  );
  vi.doUnmock("./conflict-view");
  await doing(() => save?.click());
  await vi.waitFor(() => expect(versions()).toContain("Theirs"), PATIENCE);
}, 30_000);
