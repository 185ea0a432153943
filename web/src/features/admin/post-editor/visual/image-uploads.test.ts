import { Editor } from "@tiptap/core";
import { afterEach, expect, it, vi } from "vitest";
import * as toasts from "../../../../ui/overlay/toast-store";
import * as media from "../../media/upload";
import { extensions } from "./extensions";
import { toHtml } from "./html";
import { NOT_PLACED, uploadInto } from "./image-uploads";
import { PendingImages } from "./pending-images";

afterEach(() => vi.restoreAllMocks());

const file = (name: string) => new File(["x"], name, { type: "image/png" });

it("completes all uploads and reports them as not placed if the editor was closed", async () => {
  const editor = new Editor({ extensions: [...extensions, PendingImages], content: "<p>a</p>" });
  const toast = vi.spyOn(toasts, "toast");
  vi.spyOn(media, "uploadImage").mockImplementation(async () => {
    editor.destroy();
    return { ok: true, data: { url: "/media/a.png" } } as Awaited<
      ReturnType<typeof media.uploadImage>
    >;
  });
  let running = 0;
  await uploadInto(
    editor,
    ["a.png", "b.png"].map((name) => ({ file: file(name), at: 1 })),
    (change) => {
      running += change;
    },
  );
  expect(running).toBe(0);
  const why = NOT_PLACED.text;
  expect(toast.mock.calls).toEqual([
    ["error", NOT_PLACED.title, `0 of 2 uploaded. b.png: ${why}; a.png: ${why}`],
  ]);
});

it("names the image that failed among others, and says how many are there", async () => {
  const editor = new Editor({ extensions: [...extensions, PendingImages], content: "<p>a</p>" });
  const toast = vi.spyOn(toasts, "toast");
  vi.spyOn(media, "uploadImage").mockImplementation(async ({ name }) =>
    name === "3.png"
      ? { ok: false, status: 500, error: { code: "internal", message: "No space" } }
      : ({ ok: true, data: { url: `/${name}` } } as Awaited<ReturnType<typeof media.uploadImage>>),
  );
  const upload = (...names: string[]) =>
    uploadInto(
      editor,
      names.map((name) => ({ file: file(name), at: 2 })),
      () => {},
    );
  await upload("1.png", "2.png", "3.png");
  await upload("4.png");
  expect(toast.mock.calls).toEqual([
    ["error", "Upload failed", "2 of 3 uploaded. 3.png: No space"],
    ["success", "Image uploaded!", "4.png"],
  ]);
  editor.destroy();
});

it("inserts images at one position in their order, before what is typed meanwhile", async () => {
  const editor = new Editor({ extensions: [...extensions, PendingImages], content: "<p>a</p>" });
  const upload = vi.spyOn(media, "uploadImage").mockImplementation(async ({ name }) => {
    if (upload.mock.calls.length === 1) editor.view.dispatch(editor.state.tr.insertText("b", 2));
    return { ok: true, data: { url: `/${name}` } } as Awaited<ReturnType<typeof media.uploadImage>>;
  });
  await uploadInto(
    editor,
    ["1.png", "2.png", "3.png"].map((name) => ({ file: file(name), at: 2 })),
    () => {},
  );
  expect(toHtml(editor.state.doc).match(/\d\.png|\w(?=<)/g)).toEqual([
    "a",
    "1.png",
    "2.png",
    "3.png",
    "b",
  ]);
  editor.destroy();
});
