import type { FormEvent, ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Media } from "../../../generated/api";
import { type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { MediaGallery } from "./media-gallery";

vi.mock("./upload", () => ({
  uploadImage: async ({ name }: File) => ({ ok: true, data: image(name) }),
}));

const image = (name: string, alt_text = "chart") =>
  ({
    id: name,
    file_name: name,
    alt_text,
    url: `/media/${name}`,
    variants: [],
  }) as unknown as Media;

beforeEach(() => {
  const answer = async (url: RequestInfo | URL, init?: RequestInit) =>
    init?.method === "PATCH"
      ? Response.json(
          image(String(url).split("/").at(-1) ?? "", JSON.parse(`${init.body}`).alt_text),
        )
      : Response.json({ media: [], folders: [], pages: 1, total: 0 });
  vi.stubGlobal("fetch", vi.fn<typeof fetch>(answer));
});
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
});

async function uploadOf(names: string[], around = (gallery: ReactNode) => gallery) {
  const onPick = vi.fn<(media: Media) => void>();
  await render(around(<MediaGallery open onClose={() => {}} onPick={onPick} />));
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("Nothing takes files");
  Object.defineProperty(input, "files", { value: names.map((name) => new File(["x"], name)) });
  await doing(() => input.dispatchEvent(new Event("change", { bubbles: true })));
  const text = () => document.querySelector<HTMLInputElement>("input[name=alt_text]");
  return { onPick, text, action: () => document.querySelector("[type=submit]")?.textContent };
}

it("chooses a single uploaded image once its text is saved", async () => {
  const { onPick, text, action } = await uploadOf(["chart.png"]);
  expect(action()).toBe("Save and choose");
  await doing(() => type(text(), "Clicks of a year"));
  await doing(() => text()?.form?.requestSubmit());
  await vi.waitFor(() => expect(onPick).toHaveBeenCalledOnce());
  expect(onPick.mock.lastCall?.[0]).toMatchObject({
    url: "/media/chart.png",
    alt_text: "Clicks of a year",
  });
});

const saved = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([, init]) => init?.method === "PATCH")
    .map(([url, init]) => `${url} ${init?.body}`);

it("chooses an image with its typed text, and saves the text", async () => {
  const { onPick, text } = await uploadOf(["chart.png"]);
  await doing(() => type(text(), "Clicks of a year"));
  await doing(() => document.querySelector<HTMLElement>(".media-tile")?.click());
  expect(onPick.mock.lastCall?.[0]).toMatchObject({
    url: "/media/chart.png",
    alt_text: "Clicks of a year",
  });
  await unmount();
  expect(saved()).toEqual(['/api/admin/media/chart.png {"alt_text":"Clicks of a year"}']);
});

it("saves no text twice, and no skipped text", async () => {
  const { text } = await uploadOf(["chart.png"]);
  await doing(() => type(text(), "Clicks of a year"));
  await doing(() => text()?.form?.requestSubmit());
  await unmount();
  expect(saved()).toHaveLength(1);

  const second = await uploadOf(["chart.png"]);
  await doing(() => type(second.text(), "Clicks"));
  await doing(() =>
    [...document.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Skip")
      ?.click(),
  );
  expect(document.querySelector(".media-tile")?.getAttribute("aria-label")).toBe("Choose chart");
  await unmount();
  expect(saved()).toHaveLength(1);
});

it("is not part of the form that opens it, and does not submit it", async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  const { text } = await uploadOf(["chart.png"], (gallery) => (
    <form onSubmit={onSubmit}>{gallery}</form>
  ));
  expect(text()?.form?.parentElement?.closest("form")).toBeNull();
  await doing(() => text()?.form?.requestSubmit());
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Alt text saved"));
  expect(onSubmit).not.toHaveBeenCalled();
});

it("chooses none of several uploaded images", async () => {
  const { onPick, text, action } = await uploadOf(["one.png", "two.png"]);
  expect(action()).toBe("Save text");
  await doing(() => text()?.form?.requestSubmit());
  await vi.waitFor(() => expect(text()?.labels?.[0]?.textContent).toContain("two.png"));
  expect(onPick).not.toHaveBeenCalled();
});

it("shows no image twice, and retries the page that failed", async () => {
  const pages: Record<string, Media[]> = {
    1: [image("b.png"), image("a.png")],
    2: [image("a.png"), image("z.png")],
  };
  let isUp = true;
  const fetched = vi.fn<typeof fetch>(async (url) => {
    const page = new URL(`${url}`, "http://site.example").searchParams.get("page") ?? "1";
    if (!isUp) throw new TypeError("offline");
    return Response.json({ media: pages[page], folders: [], pages: 2, total: 4 });
  });
  vi.stubGlobal("fetch", fetched);
  await uploadOf(["c.png"]);
  const press = (name: string) =>
    doing(() => {
      const button = [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === name,
      );
      button?.focus();
      button?.click();
    });
  isUp = false;
  await press("Show more");
  isUp = true;
  await vi.waitFor(() => expect(document.body.textContent).toContain("Failed to load media"));
  await press("Try again");
  const names = () =>
    [...document.querySelectorAll(".media-name")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(names()).toEqual(["c.png", "b.png", "a.png", "z.png"]));
  // The button was removed with the failure.
  expect(document.activeElement?.textContent).toContain("z.png");
});

it("announces how many images a search has found", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async (url) => {
      const isSearch = `${url}`.includes("search=chart");
      const media = isSearch ? [image("chart.png")] : [image("a.png"), image("b.png")];
      return Response.json({ media, folders: [], pages: 1, total: media.length });
    }),
  );
  await render(<MediaGallery open onClose={() => {}} onPick={() => {}} />);
  const said = () =>
    [...document.querySelectorAll(".media-library > [role=status]")].map((one) => one.textContent);
  await vi.waitFor(() => expect(said()).toEqual(["2 images found"]));
  await doing(() => type(document.querySelector<HTMLInputElement>("[type=search]"), "chart"));
  await vi.waitFor(() => expect(said()).toEqual(["1 image found"]));
});
