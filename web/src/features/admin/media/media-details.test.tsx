import { afterEach, expect, it, vi } from "vitest";
import type { Media, MediaUses } from "../../../generated/api";
import { InApp } from "../../../test-support/in-app";
import { render, unmount } from "../../../test-support/render";
import { MediaDetails } from "./media-details";

const MEDIA = {
  id: "m",
  file_name: "chart.png",
  file_path: "images/chart.png",
  url: "/media/images/chart.png",
  alt_text: "Clicks of a year",
  folder: "",
  width: 4,
  height: 3,
  size: 100,
  focal_point: { x: 50, y: 50 },
  variants: [],
} as unknown as Media;

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

it("says which posts with the image are in the trash, where no link leads", async () => {
  const uses: MediaUses = {
    posts: [
      { id: "1", title: "Log files", in_trash: false },
      { id: "2", title: "Deleted", in_trash: true },
    ],
    authors: [],
  };
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json(uses)),
  );
  const nothing = () => {};
  const view = await render(
    <InApp>
      <MediaDetails
        media={MEDIA}
        folders={[]}
        onChanged={nothing}
        onAdded={nothing}
        onRemoved={nothing}
      />
    </InApp>,
  );
  await vi.waitFor(() => expect(view.querySelector(".media-uses")).not.toBeNull());
  const items = [...view.querySelectorAll(".media-uses li")];
  expect(items.map((item) => item.textContent)).toEqual(["Log files", "Deleted (in the trash)"]);
  expect(items.map((item) => item.querySelector("a")?.getAttribute("href") ?? null)).toEqual([
    "/admin/blog/edit/1",
    null,
  ]);
});
