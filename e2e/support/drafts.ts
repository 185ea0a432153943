import { expect, type Page } from "@playwright/test";
import type { AdminApi } from "./admin";
import { open } from "./pages";

export const TITLE = "Local packs after the overview";

export const field = (page: Page, name: string) => page.getByRole("textbox", { name });
export const offer = (page: Page) => page.getByRole("region", { name: "Unsaved work" });
export const saveButton = (page: Page) =>
  page.getByRole("button", { name: /^(Save Changes|Saving\.\.\.)/ });
/** The status line that says where unsaved changes are stored. */
export const draftStatus = (page: Page) => page.locator(".save-bar [role=status]");

/** Opens the editor of a demo post and waits until it is ready. */
export async function openPost(page: Page): Promise<void> {
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: `Edit ${TITLE}` }).click();
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
}

/** Returns the texts of all drafts that this browser stores. */
export const localDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("post-drafts");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
          reading.onerror = () => reject(reading.error);
          // The store also contains the times of removals, which are numbers.
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

/** Returns the drafts that the server has for the demo's administrator. */
export async function draftsOf(api: AdminApi, post: string): Promise<Draft[]> {
  const answer = await api.send("GET", `/api/admin/posts/${post}/drafts`);
  return ((await answer.json()) as { drafts: Draft[] }).drafts;
}

/** Publishes a short post in spite of the search check's findings. */
export const publishAnyway = (page: Page) =>
  page.getByRole("button", { name: "Publish anyway" }).click();

/** Schedules a short post in spite of the search check's findings. */
export const scheduleAnyway = (page: Page) =>
  page.getByRole("button", { name: "Schedule anyway" }).click();
