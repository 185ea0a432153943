import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { uploadImage } from "../../features/admin/media/upload";
import type { Media } from "../../generated/api";
import { me } from "../../test-support/admin-props";
import { InApp, navigate, type } from "../../test-support/in-app";
import { image } from "../../test-support/media";
import { doing, render, rerender, unmount } from "../../test-support/render";
import { dismissToast, useToast } from "../../ui/overlay/toast-store";
import AdminMedia from "./media";

vi.mock("../../features/admin/media/upload");

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("confirm", () => true);
  fetchMock.mockReset();
  navigate.mockReset();
  history.replaceState(null, "", "/admin/media?page=2");
  fetchMock.mockImplementation(async (_, init) =>
    init?.method === "DELETE"
      ? new Response(null, { status: 204 })
      : new Response(
          JSON.stringify({ posts: [], authors: [], drafts: 0, previews: 0, versions: 0 }),
        ),
  );
});
afterEach(async () => {
  await unmount();
  dismissToast();
  vi.unstubAllGlobals();
});

/** The second page of a library of 24 images, with the given images. */
const page = (media: Media[]) => (
  <InApp url="/admin/media?page=2">
    <AdminMedia
      me={me}
      search=""
      folder=""
      list={{ media, page: 2, per_page: 24, pages: 2, total: 24 + media.length, folders: [] }}
    />
  </InApp>
);
const draw = (media: Media[]) => render(page(media));
/**
 * Waits until the page has been fetched again: after the last image of the last page is deleted, the server redirects.
 */
const askedAgain = (times = 1) =>
  vi.waitFor(() => {
    expect(navigate).toHaveBeenCalledTimes(times);
    expect(navigate).toHaveBeenLastCalledWith("/admin/media?page=2", {
      replace: true,
      keepScroll: true,
    });
  });
const count = (view: Element) => view.querySelector(".find-count")?.textContent;
const button = (view: Element, name: string) =>
  [...view.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );

it("refreshes the list after each upload, change and removal", async () => {
  const view = await draw([image, { ...image, id: "0193", alt_text: "office" }]);
  expect(count(view)).toBe("26 images");

  const uploaded = { ...image, id: "0194", alt_text: "chart" };
  vi.mocked(uploadImage).mockResolvedValue({ ok: true, data: uploaded });
  const input = view.querySelector<HTMLInputElement>("input[type=file]");
  const file = new File(["<svg/>"], "chart.svg", { type: "image/svg+xml" });
  Object.defineProperty(input, "files", { value: [file] });
  await doing(() => input?.dispatchEvent(new Event("change", { bubbles: true })));
  await askedAgain(1);
  await rerender(page([uploaded, image]));
  expect(count(view)).toBe("26 images");

  let asked = 1;
  for (const [name, left] of [
    ["team", [uploaded]],
    ["chart", []],
  ] as const) {
    await doing(() => button(view, `Open ${name}`)?.click());
    await doing(() => button(view, "Delete image")?.click());
    asked += 1;
    await askedAgain(asked);
    await rerender(page([...left]));
    expect(count(view)).toBe(`${24 + left.length} images`);
  }
});

it("asks for the text of an uploaded image until it has one elsewhere, or is deleted", async () => {
  for (const press of ["Save", "Delete image"]) {
    vi.mocked(uploadImage).mockResolvedValue({ ok: true, data: image });
    const view = await draw([image]);
    const input = view.querySelector<HTMLInputElement>("input[type=file]");
    const file = new File(["<svg/>"], "chart.svg", { type: "image/svg+xml" });
    Object.defineProperty(input, "files", { value: [file] });
    await doing(() => input?.dispatchEvent(new Event("change", { bubbles: true })));
    const asked = () => view.querySelector<HTMLInputElement>(".media-zone input:not([type=file])");
    await vi.waitFor(() => expect(asked()).not.toBeNull());
    await doing(() => type(asked(), "the t"));
    fetchMock.mockClear();
    fetchMock.mockImplementation(async (_, init) =>
      init?.method === "DELETE"
        ? new Response(null, { status: 204 })
        : Response.json(
            init?.method === "PATCH"
              ? { ...image, alt_text: "the team" }
              : { posts: [], authors: [], drafts: 0, previews: 0, versions: 0 },
          ),
    );
    await doing(() => button(view, "Open team")?.click());
    if (press === "Save") {
      await doing(() => type(view.querySelector("dialog [name=alt_text]"), "the team"));
      await doing(() => view.querySelector<HTMLFormElement>("dialog form")?.requestSubmit());
    } else await doing(() => button(view, press)?.click());
    await vi.waitFor(() => expect(asked(), press).toBeNull());
    await unmount();
    // What was typed of the text does not replace the other one.
    expect(fetchMock.mock.calls.map(([, init]) => init?.body).join()).not.toContain('"the t"');
  }
});

it("does not refresh a page that was opened during an upload", async () => {
  const answer = holdBack("DELETE");
  const view = await draw([image]);
  await doing(() => button(view, "Open team")?.click());
  await doing(() => button(view, "Delete image")?.click());
  history.replaceState(null, "", "/admin/blog");
  await answer(new Response(null, { status: 204 }));
  await vi.waitFor(() => expect(view.querySelector("dialog")).toBeNull());
  expect(navigate).not.toHaveBeenCalled();
});

it("deletes an image once, however often its button is pressed, then focuses the heading", async () => {
  let answer = (_: Response) => {};
  fetchMock.mockImplementation(async (_, init) =>
    init?.method === "DELETE"
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : Response.json({ posts: [], authors: [], drafts: 0, previews: 0, versions: 0 }),
  );
  const view = await draw([image]);
  await doing(() => button(view, "Open team")?.click());
  const remove = button(view, "Delete image");
  await doing(() => remove?.click());
  await doing(() => remove?.click());
  expect(fetchMock.mock.calls.filter(([, init]) => init?.method === "DELETE")).toHaveLength(1);
  await doing(() => answer(new Response(null, { status: 204 })));
  await vi.waitFor(() => expect(view.querySelector("dialog")).toBeNull());
  expect(document.activeElement).toBe(view.querySelector("h1"));
});

it("closes the details of an image that somebody else has deleted", async () => {
  fetchMock.mockImplementation(async (_, init) =>
    init?.method === "DELETE"
      ? Response.json({ error: { code: "not_found", message: "" } }, { status: 404 })
      : Response.json({ posts: [], authors: [], drafts: 0, previews: 0, versions: 0 }),
  );
  const view = await draw([image]);
  await doing(() => button(view, "Open team")?.click());
  await doing(() => button(view, "Delete image")?.click());
  await vi.waitFor(() => expect(view.querySelector("dialog")).toBeNull());
  expect(navigate).toHaveBeenCalled();
});

/** Delays the response to a method. Returns a function that sends it. */
function holdBack(method: string) {
  let answer = (_: Response) => {};
  fetchMock.mockImplementation(async (_, init) =>
    init?.method === method
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : Response.json({ posts: [], authors: [], drafts: 0, previews: 0, versions: 0 }),
  );
  return (response: Response) => doing(() => answer(response));
}

const office = { ...image, id: "0193", alt_text: "office", file_name: "office.jpg" };
const dialogName = (view: Element) =>
  view.querySelector("dialog .media-details")?.getAttribute("aria-label");

it("keeps the dialog closed, or at another image, after a late response to a change", async () => {
  for (const next of [null, "Open office"]) {
    const answer = holdBack("PATCH");
    const view = await draw([image, office]);
    await doing(() => button(view, "Open team")?.click());
    await doing(() => type(view.querySelector("[name=alt_text]"), "the team"));
    await doing(() => view.querySelector<HTMLFormElement>(".media-details form")?.requestSubmit());
    await doing(() => button(view, "Close")?.click());
    if (next) await doing(() => button(view, next)?.click());
    navigate.mockClear();
    await answer(Response.json({ ...image, alt_text: "the team" }));
    await askedAgain();
    await rerender(page([{ ...image, alt_text: "the team" }, office]));
    expect(button(view, "Open the team")).toBeDefined();
    expect(dialogName(view)).toBe(next ? "office.jpg" : undefined);
  }
});

it("keeps the dialog at another image after a late response to a removal", async () => {
  const answer = holdBack("DELETE");
  const view = await draw([image, office]);
  await doing(() => button(view, "Open team")?.click());
  await doing(() => button(view, "Delete image")?.click());
  await doing(() => button(view, "Close")?.click());
  await doing(() => button(view, "Open office")?.click());
  await answer(new Response(null, { status: 204 }));
  await askedAgain();
  await rerender(page([office]));
  expect(dialogName(view)).toBe("office.jpg");
});

it("goes to the sign-in page when the session has ended", async () => {
  const error = { code: "authentication_required", message: "No" };
  fetchMock.mockImplementation(async (_, init) =>
    init?.method
      ? Response.json({ error }, { status: 401 })
      : Response.json({ posts: [], authors: [], drafts: 0, previews: 0, versions: 0 }),
  );
  const view = await draw([image]);
  await doing(() => button(view, "Open team")?.click());
  await doing(() => button(view, "Delete image")?.click());
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Authentication error"));
  expect(navigate.mock.lastCall?.[0]).toMatch(/^\/auth\?next=/);
});

it("keeps the count if an upload is refused", async () => {
  const view = await draw([image]);
  vi.mocked(uploadImage).mockResolvedValue({
    ok: false,
    status: 415,
    error: { code: "unsupported_media_type", message: "" },
  });
  const input = view.querySelector<HTMLInputElement>("input[type=file]");
  const file = new File(["x"], "chart.svg", { type: "image/svg+xml" });
  Object.defineProperty(input, "files", { value: [file] });
  await doing(() => input?.dispatchEvent(new Event("change", { bubbles: true })));
  expect(uploadImage).toHaveBeenCalled();
  expect(count(view)).toBe("25 images");
});

it("asks before an unsaved text is discarded, but not after it is saved", async () => {
  const confirmed = vi.fn(() => false);
  vi.stubGlobal("confirm", confirmed);
  const view = await draw([image]);
  const text = () => view.querySelector<HTMLInputElement>("[name=alt_text]");
  const close = () => doing(() => button(view, "Close")?.click());

  await doing(() => button(view, "Open team")?.click());
  await doing(() => type(text(), "The team at work"));
  await close();
  expect(confirmed).toHaveBeenCalledOnce();
  expect(text()?.value).toBe("The team at work");

  fetchMock.mockImplementation(async () =>
    Response.json({ ...image, alt_text: "The team at work" }),
  );
  await doing(() => button(view, "Save details")?.click());
  await close();
  expect(text()).toBeNull();
  expect(confirmed).toHaveBeenCalledOnce();
});
