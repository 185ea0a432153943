import { afterEach, expect, it, vi } from "vitest";
import type { Media, MediaUses } from "../../../generated/api";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
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

const NO_USES: MediaUses = { posts: [], authors: [], drafts: 0, previews: 0, versions: 0 };

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

const nothing = () => {};
const details = (media: Media) => (
  <InApp>
    <MediaDetails
      media={media}
      folders={[]}
      onChanged={nothing}
      onAdded={nothing}
      onRemoved={nothing}
    />
  </InApp>
);

it("lists unsaved work and posts in the trash and earlier versions, which have no link", async () => {
  const uses: MediaUses = {
    posts: [
      { id: "1", title: "Log files", in_trash: false },
      { id: "2", title: "Deleted", in_trash: true },
    ],
    authors: [],
    drafts: 1,
    previews: 2,
    versions: 1,
  };
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json(uses)),
  );
  const view = await render(details(MEDIA));
  await vi.waitFor(() => expect(view.querySelector(".media-uses")).not.toBeNull());
  const items = [...view.querySelectorAll(".media-uses li")];
  expect(items.map((item) => item.textContent)).toEqual([
    "Log files",
    "Deleted (in the trash)",
    "3 unsaved versions",
    "1 earlier version",
  ]);
  expect(items.map((item) => item.querySelector("a")?.getAttribute("href") ?? null)).toEqual([
    "/admin/blog/edit/1",
    null,
    null,
    null,
  ]);
});

it("keeps a text being typed when the file is replaced, and otherwise shows the new one", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json(NO_USES)),
  );
  const view = await render(details({ ...MEDIA, alt_text: "chart" }));
  const text = () => view.querySelector<HTMLInputElement>("[name=alt_text]");
  const replaced = (name: string): Media => ({
    ...MEDIA,
    file_name: `${name}.png`,
    file_path: `images/${name}.png`,
    alt_text: name,
  });
  await rerender(details(replaced("graph")));
  expect(text()?.value).toBe("graph");
  await doing(() => type(text(), "Clicks of a"));
  await rerender(details(replaced("plot")));
  expect(text()?.value).toBe("Clicks of a");
});

it("sends only changed values, so that a colleague's newer text is kept", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async (_, init) => {
      if (init?.method !== "PATCH") return Response.json(NO_USES);
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({ ...MEDIA, folder: "Charts" });
    }),
  );
  const view = await render(details(MEDIA));
  const save = () => doing(() => view.querySelector("form")?.requestSubmit());
  await save();
  expect(bodies).toEqual([]);
  await doing(() => type(view.querySelector("[name=folder]"), "Charts"));
  await save();
  expect(bodies).toEqual([{ folder: "Charts" }]);
});
