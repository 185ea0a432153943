import { expect, type Page } from "@playwright/test";
import type { AdminApi } from "./admin";
import { open } from "./pages";

export const TITLE = "Local packs after the overview";

export const field = (page: Page, name: string) => page.getByRole("textbox", { name });
export const offer = (page: Page) => page.getByRole("region", { name: "Unsaved work" });
export const saveButton = (page: Page) =>
  page.getByRole("button", { name: /^(Save Changes|Saving\.\.\.)/ });
/** The line that says where unsaved work is kept. */
export const draftStatus = (page: Page) => page.locator(".save-bar [role=status]");

/** Opens the editor of a demo post, and waits until it can be written in. */
export async function openPost(page: Page): Promise<void> {
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: `Edit ${TITLE}` }).click();
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
}

/** The texts of the drafts that this browser stores, of every post. */
export const localDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("post-drafts");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
          reading.onerror = () => reject(reading.error);
          // Beside drafts it holds when others were removed: numbers.
          reading.onsuccess = () =>
            resolve(
              reading.result
                .filter((value) => typeof value === "object")
                .map((value) => JSON.stringify(value)),
            );
        };
      }),
  );

interface Draft {
  key: string;
  post: { title: string; summary: string; content: string };
}

/** What the server has of the demo administrator's unsaved work. */
export async function draftsOf(api: AdminApi, post: string): Promise<Draft[]> {
  const answer = await api.send("GET", `/api/admin/posts/${post}/drafts`);
  return ((await answer.json()) as { drafts: Draft[] }).drafts;
}

/** Publishes in spite of what the search check finds in a short post. */
export const publishAnyway = (page: Page) =>
  page.getByRole("button", { name: "Publish anyway" }).click();

/** Schedules in spite of what the search check finds in a short post. */
export const scheduleAnyway = (page: Page) =>
  page.getByRole("button", { name: "Schedule anyway" }).click();
