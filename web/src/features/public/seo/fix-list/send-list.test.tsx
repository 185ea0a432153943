import { afterEach, expect, it, vi } from "vitest";
import { SEO_CARDS } from "../../../../content/seo-cards";
import { InApp, type } from "../../../../test-support/in-app";
import { doing, render, unmount } from "../../../../test-support/render";
import { dismissToast, useToast } from "../../../../ui/overlay/toast-store";
import { SendList } from "./send-list";
import type { SavedCards } from "./use-saved-cards";

vi.mock("../../../../lib/download", () => {
  throw new Error("offline");
});

afterEach(async () => {
  await unmount();
  dismissToast();
});

/** Renders the actions for a list of these cards. */
function draw(saved: SavedCards["saved"]): Promise<HTMLElement> {
  const list = { saved, isReady: true, isKept: true, save: () => {}, remove: () => {} };
  return render(
    <InApp url="/seo">
      <SendList list={list} />
    </InApp>,
  );
}

it("keeps the form and shows a message if the download code cannot be loaded", async () => {
  const view = await draw(
    SEO_CARDS.slice(0, 2).map((card) => ({ ...card, savedAt: "2026-11-25T09:00:00Z" })),
  );
  const download = [...view.querySelectorAll("button")].find(({ textContent }) =>
    textContent?.includes("Download"),
  );
  await doing(() => download?.click());
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("This part could not be loaded"));
  expect(view.querySelector("form [name=email]")).not.toBeNull();
});

it("announces an empty list each time", async () => {
  const view = await draw([]);
  const submit = () => doing(() => view.querySelector("form")?.requestSubmit());
  await doing(() => type(view.querySelector("[name=email]"), "a@b.example"));
  await submit();
  const message = view.querySelector('[role="alert"] > *');
  expect(message?.textContent).toBe("No cards saved to send");
  await submit();
  expect(view.querySelector('[role="alert"] > *')).not.toBe(message);
});
